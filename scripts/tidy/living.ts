import { filesNamedIn, importsOf, isCode, isTest, type Tree } from './tree.ts'

/** Complaints about files that nothing starts and nothing imports. An import by a test does not count. */
export function deadFiles(tree: Tree): string[] {
  const entries = [...tree.keys()].filter(isEntry)
  const alive = reachable(tree, entries)
  const tested = reachable(
    tree,
    [...tree.keys()].filter((path) => isTest(path) || path.startsWith('scripts/tidy')),
  )
  return [...tree.keys()]
    .filter((path) => /^(ledger|contract|server|web|e2e|lab|scripts)\//.test(path))
    .filter(
      (path) =>
        !/\/(package|tsconfig)\.json$|\/migrations\/.*\.sql$|^web\/public\/|^lab\/README\.md$/.test(path),
    )
    .filter(
      (path) => !alive.has(path) && !(tested.has(path) && (isTest(path) || path.startsWith('scripts/'))),
    )
    .map((path) => `${path}: nothing imports it`)
}

/** Complaints about packages that a workspace imports and does not declare in its package.json. */
export function undeclaredImports(tree: Tree): string[] {
  return [...tree.keys()].filter(isCode).flatMap((path) => {
    const workspace = workspaceOf(tree, path)
    const own = dependenciesOf(tree, workspace)
    // Tests and configuration files may also use the tools of the root package.
    const usesTools = workspace === '' || isTest(path) || path.endsWith('.config.ts')
    const root = usesTools ? dependenciesOf(tree, '') : []
    return importsOf(tree, path).flatMap(({ specifier, target }) => {
      if (specifier.startsWith('node:')) return []
      if (specifier.startsWith('.')) {
        const other = target && workspaceOf(tree, target)
        if (other === undefined || other === workspace || workspace === '') return []
        return usesTools && other === ''
          ? []
          : [`${path}: imports ${target} by its path; import it by its package name`]
      }
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
      if ([...own, ...root, selfName(tree, workspace)].includes(name)) return []
      return [`${path}: imports ${name}, which ${workspace}package.json does not declare`]
    })
  })
}

/** True for files that are started, not imported: commands, tests, configurations, the web app's HTML. */
function isEntry(path: string): boolean {
  return /(^|\/)package\.json$|\.config\.ts$|^web\/index\.html$|^\.ci\//.test(path)
}

function reachable(tree: Tree, from: string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const imported = importsOf(tree, path).flatMap(({ target }) => target ?? [])
    open.push(...imported, ...filesNamedIn(tree, path))
  }
  return seen
}

function workspaceOf(tree: Tree, path: string): string {
  const folder = `${path.split('/')[0]}/`
  return tree.has(`${folder}package.json`) ? folder : ''
}

function dependenciesOf(tree: Tree, workspace: string): string[] {
  const { dependencies, devDependencies, optionalDependencies, workspaces } = manifestOf(tree, workspace)
  // The root installs every workspace, so its scripts may import each of them.
  const linked = (workspaces ?? []).map((folder) => `@bank/${folder}`)
  return [...linked, ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })]
}

function selfName(tree: Tree, workspace: string): string {
  return manifestOf(tree, workspace).name ?? ''
}

type Manifest = {
  name?: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function manifestOf(tree: Tree, workspace: string): Manifest {
  return JSON.parse(tree.get(`${workspace}package.json`) ?? '{}') as Manifest
}
