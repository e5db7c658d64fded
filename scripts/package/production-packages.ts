import { posix } from 'node:path'

/** A package of package-lock.json, or of npm's list of what is installed. */
export type LockedPackage = {
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * The path of a package, such as `node_modules/fastify`, and those of all packages that it runs with. `packages` are the installed
 * ones by their path, and the workspaces; what is not installed is for another system.
 */
export function productionPackages(
  packages: Readonly<Record<string, LockedPackage>>,
  first: string,
): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    const { link, resolved: target } = packages[path] ?? {}
    const folder = link && target !== undefined ? target : path
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const dependency = resolved(packages, folder, name)
      if (dependency !== undefined) visit(dependency)
    }
  }
  visit(first)
  return [...found].sort()
}

/** Where Node finds a package: in the node_modules of the importing folder, or of a folder above it. */
function resolved(
  packages: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name)
    if (path in packages) return path
    if (folder === '.' || folder === '') return undefined
  }
}
