import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupOptions, type BaseBackup, writeBaseBackup } from '@bank/server/backups/base-backup'
import { archivedUntil, archiveGap, chooseBackup } from '@bank/server/backups/chosen-backup'
import { keyName } from '@bank/server/backups/manifest'
import { megabytes, recoverBackup } from '@bank/server/backups/recovered-backup'
import { type DatabaseSettings, readBackupRate, readDatabaseSettings } from '@bank/server/config/config'
import { readGivenSecretKeys } from '@bank/server/config/config-keys'
import { demoFile } from '@bank/server/demo/demo-people'
import { findProcess } from '@bank/server/embedded/running-process'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { lowerPriority } from '@bank/server/low-priority'
import { newestMigration } from '@bank/server/postgres/migrate'
import { unlessAborted } from './ending-signal.ts'
import { proveBooks } from './prove-books.ts'

const usage = `npm run backup -- FOLDER [--with-key]
npm run backup -- --verify FOLDER

The first writes a backup of the bank in DATA_DIR into FOLDER, also while the bank runs. FOLDER must be empty or not exist.
--with-key adds the secret key: keep such a backup as safe as the key. The second restores the backup into a temporary folder,
proves its books and hash chains, and deletes the folder.`

/**
 * Runs the command of these words on the bank that `env` names. Returns what to print; throws an error for the operator. `unwanted` ends
 * the command, which then deletes what it has made.
 */
export async function runBackupCommand(
  words: string[],
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
  unwanted?: AbortSignal,
): Promise<string> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'with-key': { type: 'boolean' }, verify: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [folder, ...more] = positionals
  if (values.help) return usage
  if (folder === undefined || more.length > 0 || (values.verify && values['with-key'])) throw new Error(usage)
  if (values.verify) return verify(resolve(folder), report, unwanted)
  const settings = readDatabaseSettings(env)
  const key = values['with-key'] ? secretKeyOf(settings, env) : undefined
  const megabytesPerSecond = readBackupRate(env)
  return backUp(settings, resolve(folder), { key, megabytesPerSecond, report, unwanted })
}

async function backUp(
  { databaseUrl, dataDir }: DatabaseSettings,
  folder: string,
  { key, ...options }: { key: string | undefined } & Omit<BackupOptions, 'secrets'>,
): Promise<string> {
  if (databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL is set: back up that PostgreSQL with its own tools (docs/operations.md, Backups).',
    )
  }
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no bank in ${dataDir} yet: npm start opens it.`)
  }
  const { ownerAddress, stop } = await startEmbedded(dataDir, { join: true })
  // After the start: a PostgreSQL that was started by this command would have the same priority, also once a bank has taken it over.
  lowerPriority('lowest')
  try {
    const backup = await writeBaseBackup(ownerAddress, folder, {
      ...options,
      secrets: key === undefined ? {} : secrets(dataDir, key),
    })
    return done(backup, folder, key !== undefined)
  } finally {
    await stop()
  }
}

function secrets(dataDir: string, key: string): Record<string, string> {
  const demo = join(dataDir, demoFile)
  const people = existsSync(demo) ? { [demoFile]: readFileSync(demo, 'utf8') } : {}
  return { [keyName]: `${key}\n`, ...people }
}

function done({ bytes, finishedAt }: BaseBackup, folder: string, hasKey: boolean): string {
  const secret = hasKey
    ? 'It contains the secret key.'
    : 'It does not contain the secret key: keep that elsewhere.'
  return `The backup in ${folder} is complete: the bank as of ${finishedAt}, ${megabytes(bytes)}. ${secret}`
}

function secretKeyOf({ dataDir }: DatabaseSettings, env: NodeJS.ProcessEnv): string {
  const { secretKey } = readGivenSecretKeys(env)
  const file = join(dataDir, keyName)
  if (secretKey !== undefined) return secretKey
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(`The bank's key is neither set nor in ${file}: set SECRET_KEY_FILE.`)
}

async function verify(
  folder: string,
  report: (line: string) => void,
  unwanted?: AbortSignal,
): Promise<string> {
  const backup = chooseBackup(folder, undefined, await newestMigration())
  const gap = archiveGap(backup)
  if (gap !== undefined) report(gap)
  removeAbandoned()
  const into = mkdtempSync(join(tmpdir(), `truepenny-verify-${process.pid}-`))
  try {
    // What it writes is deleted at the end and need not survive a power cut.
    const server = await recoverBackup(backup, into, { fsync: false, report, unwanted })
    try {
      await unlessAborted(proveBooks(server.address, report), unwanted)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
  const moment = archivedUntil(backup)?.toISOString() ?? backup.manifest.finishedAt
  return `The backup in ${folder} can be restored: the bank as of ${moment}, its books in order.`
}

/** Deletes what verifications have left that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^truepenny-verify-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || Number(pid) === process.pid || findProcess(Number(pid)) !== undefined) continue
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
