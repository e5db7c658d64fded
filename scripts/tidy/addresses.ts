import type { Tree } from './tree.ts'

/** Complaints about paths and addresses that exist only on one machine or in one network. */
export function localAddresses(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => [
    ...(path.endsWith('package-lock.json') && /"resolved": "\w+:/.test(text)
      ? [`${path}: names the registry of its packages`]
      : []),
    ...patterns.flatMap((pattern) => {
      const seen = pattern.exec(text)
      return seen && !(path.endsWith('package-lock.json') && !pattern.source.includes('registry'))
        ? [`${path}: "${seen[0]}" is an address on one machine or network`]
        : []
    }),
  ])
}

const patterns = [
  /https?:\/\/[\w.-]*(?:registry|npmmirror|artifactory|nexus|verdaccio)[\w.-]*/i,
  // A home or working folder, but neither a URL nor a part of a longer path.
  /(?<![\w./:@}-])\/(?:work|root|home|Users)\/[\w.-]{2,}/,
  /\b[A-Z]:\\\\?Users\b/,
]
