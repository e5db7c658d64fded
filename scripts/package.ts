import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '@bank/server/reason-of'
import manifest from '../package.json' with { type: 'json' }
import { buildDebianPackage, debianArchitecture, installedFolder } from './package/debian.ts'
import { isPostgres, stagePackage } from './package/stage.ts'
import { writeSums } from './package/sums.ts'
import { readTree } from './tidy/tree.ts'

// Makes a package of what runs in production, for this system, which starts on a machine with Node 24 and without network:
// release/truepenny-VERSION-SYSTEM.tar.gz, or with `--deb` a Debian package, which also has the unit of systemd and makes the user and
// the folders. `SHA256SUMS` beside them has the sums of all packages of this version; `--sign KEY` signs it with that SSH key.
// `--without-postgresql` leaves out the embedded PostgreSQL, for a bank with DATABASE_URL; `--into FOLDER` names another folder.

const megabytesMax = 120

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    into: { type: 'string', default: 'release' },
    deb: { type: 'boolean', default: false },
    sign: { type: 'string' },
    'without-postgresql': { type: 'boolean', default: false },
  },
})
const into = resolve(values.into)
const withPostgres = !values['without-postgresql']

try {
  makePackage()
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}

function makePackage(): void {
  const { name, version } = manifest
  const suffix = withPostgres ? '' : '-without-postgresql'
  const file = values.deb
    ? `${name}_${version}_${debianArchitecture()}${suffix}.deb`
    : `${name}-${version}-${process.platform}-${process.arch}${suffix}.tar.gz`
  mkdirSync(into, { recursive: true })
  // In the same folder, so that the finished package is renamed into its place.
  const work = mkdtempSync(join(into, '.package-'))
  try {
    const folder = values.deb ? installedFolder : `${name}-${version}`
    const sizes = stageBank(join(work, 'root', folder))
    const path = join(work, file)
    if (values.deb) {
      buildDebianPackage(join(work, 'root'), path, { ...manifest, bytes: sizes.own + sizes.postgres })
    } else {
      execFileSync('tar', ['-czf', path, '-C', join(work, 'root'), folder])
    }
    const packed = inMegabytes(statSync(path).size)
    renameSync(path, join(into, file))
    writeSums(into, { name, version, key: values.sign })
    const unpacked = `${inMegabytes(sizes.own)}${withPostgres ? ` and PostgreSQL with ${inMegabytes(sizes.postgres)}` : ''}`
    console.log(`${join(into, file)} has ${packed}; unpacked, the bank has ${unpacked}.`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Copies the bank into the folder `stage`, with its bill of materials. Returns its size. */
function stageBank(stage: string) {
  stagePackage({ root, stage, paths: readTree(root).keys(), withPostgres })
  execFileSync(process.execPath, [join(root, 'scripts/sbom.ts'), join(stage, 'sbom.json')], { cwd: root })
  const sizes = bytesOf(stage)
  if (sizes.own <= megabytesMax * 1_000_000) return sizes
  throw new Error(
    `The package has ${inMegabytes(sizes.own)} without PostgreSQL: at most ${megabytesMax} MB are allowed.`,
  )
}

function bytesOf(stage: string): { own: number; postgres: number } {
  const sizes = { own: 0, postgres: 0 }
  for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    sizes[isPostgres(path.slice(stage.length + 1)) ? 'postgres' : 'own'] += lstatSync(path).size
  }
  return sizes
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}
