import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupOptions, type BaseBackup, writeBaseBackup } from '@bank/server/backups/base-backup'
import { archivedUntil, archiveGap, chooseBackup } from '@bank/server/backups/chosen-backup'
import { requireIntactArchives } from '@bank/server/backups/intact-archives'
import { megabytes, recoverBackup } from '@bank/server/backups/recovered-backup'
import { type DatabaseSettings, readBackupRate, readDatabaseSettings } from '@bank/server/config/config'
import { keyFile, readKnownSecretKeys } from '@bank/server/config/config-keys'
import { findProcess } from '@bank/server/embedded/running-process'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { deriveKeys, type RotatingKey } from '@bank/server/keys/derive-keys'
import { lowerPriority } from '@bank/server/low-priority'
import { newestMigration } from '@bank/server/postgres/migrate'
import { folderFault } from '@bank/server/storage/folder-fault'
import { unauthenticatedNotice } from '../restore/unauthenticated-notice.ts'
import { unlessAborted } from './ending-signal.ts'
import { proveBooks } from './prove-books.ts'

const usage = `npm run backup -- FOLDER [--with-key FILE]
npm run backup -- --verify [--all] FOLDER [--unauthenticated]

The first writes a backup of the bank in DATA_DIR into FOLDER, also while the bank runs. FOLDER must be empty or not exist.
--with-key also writes the secret key, into FILE, which must be outside FOLDER. The second restores the backup into a temporary folder,
proves its books and hash chains, and deletes the folder. Both need the bank's key: SECRET_KEY, or the file secret-key in DATA_DIR.
--all also compares every backup and every segment of BACKUP_DIR with its sum, which a restore to the latest moment does not need.
--unauthenticated verifies a backup without it, or one of an earlier version: only where no one but the bank could write it.`

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
  const flag = { type: 'boolean' } as const
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'with-key': { type: 'string' }, verify: flag, all: flag, unauthenticated: flag, help: flag },
  })
  const [folder, ...more] = positionals
  if (values.help) return usage
  const { verify: isVerification = false, all = false, unauthenticated = false, 'with-key': keyCopy } = values
  const isPossible = isVerification ? keyCopy === undefined : !unauthenticated && !all
  if (folder === undefined || more.length > 0 || !isPossible) throw new Error(usage)
  const settings = readDatabaseSettings(env)
  if (isVerification) {
    const key = unauthenticated ? undefined : keysOf(settings, env).backupKey
    return verify(resolve(folder), { key, all }, report, unwanted)
  }
  requireEmbeddedBank(settings)
  const { backupKey: key, secretKey } = keysOf(settings, env)
  const megabytesPerSecond = readBackupRate(env)
  return backUp(settings.dataDir, resolve(folder), {
    keyCopy: keyCopy === undefined ? undefined : { file: resolve(keyCopy), secretKey },
    key,
    megabytesPerSecond,
    report,
    unwanted,
  })
}

function requireEmbeddedBank({ databaseUrl, dataDir }: DatabaseSettings): void {
  if (databaseUrl !== undefined) {
    throw new Error('DATABASE_URL is set: back up that PostgreSQL with its own tools (docs/backups.md).')
  }
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no bank in ${dataDir} yet: npm start opens it.`)
  }
}

function keysOf({ dataDir }: DatabaseSettings, env: NodeJS.ProcessEnv) {
  const { secretKey, secretKeyPrevious } = readKnownSecretKeys(env, dataDir)
  if (secretKey !== undefined) return { ...deriveKeys(secretKey, secretKeyPrevious), secretKey }
  throw new Error(`The bank's key is neither set nor in ${join(dataDir, keyFile)}: set SECRET_KEY_FILE.`)
}

async function backUp(
  dataDir: string,
  folder: string,
  { keyCopy, ...options }: BackupOptions & { keyCopy: KeyCopy | undefined },
): Promise<string> {
  if (keyCopy !== undefined) writeKeyCopy(keyCopy, folder)
  try {
    return done(await writeBackup(dataDir, folder, options), folder, keyCopy)
  } catch (error) {
    if (keyCopy !== undefined) rmSync(keyCopy.file)
    throw error
  }
}

async function writeBackup(dataDir: string, folder: string, options: BackupOptions): Promise<BaseBackup> {
  const { ownerAddress, stop } = await startEmbedded(dataDir, { join: true })
  // After the start: a PostgreSQL that was started by this command would have the same priority, also once a bank has taken it over.
  lowerPriority('lowest')
  try {
    return await writeBaseBackup(ownerAddress, folder, options)
  } finally {
    await stop()
  }
}

type KeyCopy = { readonly file: string; readonly secretKey: string }

/** A new file. Who has the key and the backup can guess PINs, so it is not written where the backup is. */
function writeKeyCopy({ file, secretKey }: KeyCopy, folder: string): void {
  if (!relative(realPathOf(folder), realPathOf(file)).startsWith('..')) {
    throw new Error(`--with-key is ${file}, inside the backup's folder: name a file elsewhere.`)
  }
  try {
    writeFileSync(file, `${secretKey}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    throw folderFault(error, file)
  }
}

/** The path without symbolic links, also where its end does not exist. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPathOf(dirname(path)), basename(path))
}

function done({ bytes, finishedAt }: BaseBackup, folder: string, keyCopy: KeyCopy | undefined): string {
  const secret =
    keyCopy === undefined
      ? 'It does not contain the secret key: keep that elsewhere.'
      : `The secret key is in ${keyCopy.file}: keep it apart from the backup.`
  return `The backup in ${folder} is complete: the bank as of ${finishedAt}, ${megabytes(bytes)}. ${secret}`
}

async function verify(
  folder: string,
  { key, all }: { key: RotatingKey | undefined; all: boolean },
  report: (line: string) => void,
  unwanted?: AbortSignal,
): Promise<string> {
  if (key === undefined) report(unauthenticatedNotice)
  const expected = { migrations: await newestMigration(), key }
  if (all) {
    report('Comparing every backup and every segment with its sum.')
    const { backups, segments } = await requireIntactArchives(folder, expected, unwanted)
    report(`As they were written: ${backups} backups, ${segments} segments.`)
  }
  const backup = chooseBackup(folder, undefined, expected)
  const gap = archiveGap(backup)
  if (gap !== undefined) report(gap)
  removeAbandoned()
  const into = mkdtempSync(join(tmpdir(), `truepenny-verify-${process.pid}-`))
  try {
    // What it writes is deleted at the end and need not survive a power cut.
    const server = await recoverBackup(backup, into, { fsync: false, report, unwanted })
    try {
      const wrong = await unlessAborted(proveBooks(server.address, report), unwanted)
      if (wrong !== undefined) throw new Error(wrong)
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
