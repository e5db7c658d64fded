import type { Tree } from './tree.ts'

/** Complaints about places that exist on one machine or in one network only. */
export function localAddresses(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) => [
    ...(path.endsWith('package-lock.json') && /"resolved": "\w+:/.test(text)
      ? [`${path}: names where packages came from`]
      : []),
    ...places.flatMap((pattern) => {
      const seen = pattern.exec(text)
      return seen && !(path.endsWith('package-lock.json') && !pattern.source.includes('registry'))
        ? [`${path}: "${seen[0]}" is a place on one machine or network`]
        : []
    }),
  ])
}

const places = [
  /https?:\/\/[\w.-]*(?:registry|npmmirror|artifactory|nexus|verdaccio)[\w.-]*/i,
  // A home or working folder, but neither an address on the web nor the inside of a longer path.
  /(?<![\w./:@}-])\/(?:work|root|home|Users)\/[\w.-]{2,}/,
  /\b[A-Z]:\\\\?Users\b/,
]
