import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from '@bank/server/reason-of'
import manifest from '../package.json' with { type: 'json' }
import { isPostgres, stagePackage } from './package/stage.ts'
import { readTree } from './tidy/tree.ts'

// Makes an archive of what runs in production, for this system, which starts on a machine with Node 24 and without network:
// release/truepenny-VERSION-SYSTEM.tar.gz, and its SHA-256 beside it. `--without-postgresql` leaves out the embedded PostgreSQL,
// for a bank with DATABASE_URL; `--into FOLDER` names another folder.

const megabytesMax = 120

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    into: { type: 'string', default: 'release' },
    'without-postgresql': { type: 'boolean', default: false },
  },
})
const into = resolve(values.into)
const withPostgres = !values['without-postgresql']
const system = `${process.platform}-${process.arch}${withPostgres ? '' : '-without-postgresql'}`
const name = `${manifest.name}-${manifest.version}`
const archive = `${name}-${system}.tar.gz`

mkdirSync(into, { recursive: true })
// In the same folder, so that the finished archive is renamed into its place.
const work = mkdtempSync(join(into, '.package-'))
try {
  const stage = join(work, name)
  stagePackage({ root, stage, paths: readTree(root).keys(), withPostgres })
  execFileSync(process.execPath, [join(root, 'scripts/sbom.ts'), join(stage, 'sbom.json')], { cwd: root })
  const { own, postgres } = bytesOf(stage)
  if (own > megabytesMax * 1_000_000) {
    throw new Error(
      `The package has ${inMegabytes(own)} without PostgreSQL: at most ${megabytesMax} MB are allowed.`,
    )
  }
  execFileSync('tar', ['-czf', join(work, archive), '-C', work, name])
  const hash = createHash('sha256')
    .update(readFileSync(join(work, archive)))
    .digest('hex')
  renameSync(join(work, archive), join(into, archive))
  writeFileSync(join(into, `${archive}.sha256`), `${hash}  ${archive}\n`)
  const packed = inMegabytes(statSync(join(into, archive)).size)
  const unpacked = `${inMegabytes(own)}${withPostgres ? ` and PostgreSQL with ${inMegabytes(postgres)}` : ''}`
  console.log(`${join(into, archive)} has ${packed}; unpacked, the bank has ${unpacked}.`)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true })
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
