import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  archivedUntil,
  archiveGap,
  type ChosenBackup,
  chooseBackup,
} from '@bank/server/backups/chosen-backup'
import { listLaterPayments, readPaymentIds } from '@bank/server/backups/later-payments'
import { markRestored } from '@bank/server/backups/mark-restored'
import { recoverBackup } from '@bank/server/backups/recovered-backup'
import { openRestoreDraft } from '@bank/server/backups/restore-draft'
import { type DatabaseSettings, readDatabaseSettings } from '@bank/server/config/config'
import { keyFile, readKnownSecretKeys } from '@bank/server/config/config-keys'
import { reachDatabase } from '@bank/server/embedded/reach-database'
import { type DerivedKeys, deriveKeys } from '@bank/server/keys/derive-keys'
import { readCurrentKeyId } from '@bank/server/keys/secret-key'
import { connectOnce } from '@bank/server/postgres/connect-once'
import { closeDatabase, openDatabase } from '@bank/server/postgres/database'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'
import { migrate, newestMigration } from '@bank/server/postgres/migrate'
import { reasonOf } from '@bank/server/reason-of'
import { replaceSecret } from '@bank/server/storage/secret-file'
import { unlessAborted } from '../backup/ending-signal.ts'
import { proveBooks } from '../backup/prove-books.ts'
import { findLastGood } from './find-last-good.ts'
import { unauthenticatedNotice } from './unauthenticated-notice.ts'

const usage = `npm run restore -- FOLDER [--to TIME | --to-last-good] [--forensics] [--unauthenticated | --lost-key]
npm run restore -- --mark [--forensics]

The first restores a backup into DATA_DIR, which must be empty or not exist, and proves its books. FOLDER is a backup, or the
folder that was BACKUP_DIR: then the bank is restored as far as its archive leads, or to the moment TIME, such as
2026-11-23T10:15:00Z, or with --to-last-good to the last second at which its books were in order. --forensics restores books that are
not in order, too: that bank is read-only for good. It needs the bank's key, SECRET_KEY or the file secret-key in DATA_DIR, also to know that the bank wrote the
backup. --unauthenticated restores a backup of an earlier version, --lost-key one without the key: use them only where no one but the
bank could write the backup. The second prepares the bank of DATABASE_URL or DATA_DIR for its first start after its database was
restored with PostgreSQL's own tools, or its data folder from a copy. The bank must not be running.`

/**
 * Runs the command of these words. Returns what to print; throws an error for the operator, and has changed nothing then. `unwanted`
 * ends the command, which then deletes what it has made.
 */
export async function runRestoreCommand(
  words: string[],
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
  unwanted?: AbortSignal,
): Promise<string> {
  const flag = { type: 'boolean' } as const
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      'to-last-good': flag,
      forensics: flag,
      unauthenticated: flag,
      'lost-key': flag,
      mark: flag,
      help: flag,
    },
  })
  const [folder, ...more] = positionals
  if (values.help) return usage
  const settings = readDatabaseSettings(env)
  const { databaseUrl, dataDir } = settings
  const { forensics: forForensics = false } = values
  if (values.mark && folder === undefined) return mark(settings, forForensics, unwanted)
  const isTwice = values.to !== undefined && values['to-last-good']
  if (folder === undefined || more.length > 0 || values.mark || isTwice) throw new Error(usage)
  if (databaseUrl !== undefined) {
    throw new Error('DATABASE_URL is set: restore that PostgreSQL with its own tools (docs/backups.md).')
  }
  const given = values.to === undefined ? undefined : momentOf(values.to)
  const keys = values['lost-key'] ? undefined : knownKeys(dataDir, env)
  const key = values.unauthenticated ? undefined : keys?.backupKey
  if (key === undefined) report(unauthenticatedNotice)
  const expected = { migrations: await newestMigration(), key }
  const path = resolve(folder)
  const to = values['to-last-good']
    ? await findLastGood(path, { expected, dataDir, report, unwanted })
    : given
  const backup = chooseBackup(path, to, expected)
  try {
    return await restore({ backup, to, dataDir, keys, forForensics, report, unwanted })
  } catch (error) {
    if (!reasonOf(error).startsWith('The books are NOT in order')) throw error
    throw new Error(`${reasonOf(error)}\nNothing was restored. ${waysOut(folder, backup)}`, { cause: error })
  }
}

function waysOut(folder: string, { wal }: ChosenBackup): string {
  const forForensics = `To look at these books in a bank that is read-only:\nnpm run restore -- ${folder} --forensics`
  if (wal === undefined) return forForensics
  return (
    'Restore an earlier moment of the archive with --to, or the last one whose books are in order, which takes several restores:\n' +
    `npm run restore -- ${folder} --to-last-good\n${forForensics}`
  )
}

/** A moment with its time zone: without one it would be another moment on each machine. */
function momentOf(text: string): Date {
  const isExact = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text)
  const moment = new Date(text)
  if (isExact && !Number.isNaN(moment.getTime())) return moment
  throw new Error(`--to is "${text}": it must be a time with its zone, such as 2026-11-23T10:15:00Z.`)
}

type Restore = {
  readonly backup: ChosenBackup
  readonly to: Date | undefined
  readonly dataDir: string
  readonly keys: DerivedKeys | undefined
  /** Also with wrong books, for a bank that is read-only. */
  readonly forForensics: boolean
  readonly report: (line: string) => void
  readonly unwanted: AbortSignal | undefined
}

async function restore({
  backup,
  to,
  dataDir,
  keys,
  forForensics,
  report,
  unwanted,
}: Restore): Promise<string> {
  const moment = to ?? archivedUntil(backup) ?? new Date(backup.manifest.finishedAt)
  const gap = archiveGap(backup)
  if (gap !== undefined) report(gap)
  const draft = openRestoreDraft(dataDir)
  let later = ''
  try {
    const { address, stop } = await recoverBackup(backup, draft.folder, { to, report, unwanted })
    let payments = new Set<string>()
    try {
      const making = makeBank(address, { moment, keys, forForensics, folder: draft.folder, report })
      payments = await unlessAborted(making, unwanted)
    } finally {
      await stop()
    }
    if (to !== undefined) {
      report('Recovering the rest of the archive, to list the payments that the restored bank does not have.')
      later = await describeLater(backup, to, payments, draft.folder, unwanted)
    }
    unwanted?.throwIfAborted()
    draft.publish()
  } catch (error) {
    draft.discard()
    throw error
  }
  return `${dataDir} has the bank as of ${moment.toISOString()}.${later} ${afterwards(forForensics)}`
}

/**
 * Makes the bank of a recovered database, and proves its books, which may be wrong for forensics alone. Returns the ids of its payments
 * since the moment.
 */
async function makeBank(
  address: DatabaseAddress,
  {
    moment,
    keys,
    forForensics,
    folder,
    report,
  }: Pick<Restore, 'keys' | 'forForensics' | 'report'> & { moment: Date; folder: string },
): Promise<Set<string>> {
  if (keys !== undefined) await requireKey(address, keys)
  const payments = await readPaymentIds(address, moment)
  await prepare(address, { moment: moment.toISOString(), forForensics })
  const wrong = await proveBooks(address, report)
  if (wrong !== undefined && !forForensics) throw new Error(wrong)
  if (wrong !== undefined) report(wrong)
  await replaceOwnerPassword(address, folder)
  return payments
}

function afterwards(forForensics: boolean): string {
  return `All sessions and links have ended, and waiting mail was given up. ${
    forForensics
      ? 'The bank is for forensics: npm start opens it read-only, without jobs, backups and mail, and it stays so.'
      : 'Jobs are paused: npm start opens the bank without them, npm start -- --resume runs them again. Add --skip-scheduled to leave out the scheduled payments that came due meanwhile.'
  }`
}

/** The restored bank is in order, so a fault in what came after it is only reported. */
async function describeLater(
  backup: ChosenBackup,
  moment: Date,
  restored: ReadonlySet<string>,
  folder: string,
  unwanted: AbortSignal | undefined,
): Promise<string> {
  const name = 'payments-after-restore.csv'
  try {
    const { count, missingEntries } = await listLaterPayments(backup, {
      moment,
      restored,
      folder,
      file: join(folder, name),
      unwanted,
    })
    const listed =
      count === 0
        ? ' No payment was made after that moment.'
        : ` Payments made after that moment: ${count.toLocaleString('en-US')}, listed in ${name} in that folder.`
    return `${listed}${limitOf(missingEntries, archivedUntil(backup))}`
  } catch (error) {
    unwanted?.throwIfAborted()
    return ` Payments made after that moment could not be listed: ${reasonOf(error)}`
  }
}

/** What a list read at the end of the archive cannot contain. */
function limitOf(missingEntries: bigint, until: Date | undefined): string {
  const end = ` The archive ends at ${until?.toISOString()}: later payments are in no list.`
  if (missingEntries === 0n) return end
  return (
    `${end} WARNING: the list is incomplete. ${missingEntries.toLocaleString('en-US')} entries that were booked are missing at the ` +
    'end of the archive: they were deleted, with their payments. The archive has them before that: restore it with --to-last-good into ' +
    'another DATA_DIR, and compare.'
  )
}

/** For a database that PostgreSQL's own tools have restored, or a copy of a data folder that was put back. */
async function mark(
  settings: DatabaseSettings,
  forForensics: boolean,
  unwanted: AbortSignal | undefined,
): Promise<string> {
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'postgres'))) {
    throw new Error(`There is no bank in ${settings.dataDir}: name the one that was restored.`)
  }
  const { ownerAddress, stop } = await reachDatabase(settings)
  try {
    await requireStopped(ownerAddress)
    unwanted?.throwIfAborted()
    // Not ended halfway: a database that is marked as restored may not be reported as unchanged.
    await prepare(ownerAddress, { moment: null, forForensics })
  } finally {
    await stop()
  }
  return `The bank is ready for its first start after a restore. ${afterwards(forForensics)}`
}

/** A running bank would have its sessions ended, and could send what the restored one must not. */
async function requireStopped(address: DatabaseAddress): Promise<void> {
  const connection = await connectOnce(address)
  try {
    const { rowCount } = await connection.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'truepenny' and pid <> pg_backend_pid()`,
    )
    if (rowCount !== 0) throw new Error('The bank is running: stop all its processes, then mark it.')
  } finally {
    await connection.end()
  }
}

/** Migrates a restored database and prepares it for its first start. `moment` is what it was restored to, if it is known. */
async function prepare(
  address: DatabaseAddress,
  restored: { moment: string | null; forForensics: boolean },
): Promise<void> {
  await migrate(address)
  // The whole outbox may be waiting: the timeouts of the bank's requests do not apply.
  const db = await openDatabase(address, { warn: () => {}, timeoutFactor: 1_000 })
  try {
    await markRestored(db, { ...restored, now: new Date() })
  } finally {
    await closeDatabase(db)
  }
}

function knownKeys(dataDir: string, env: NodeJS.ProcessEnv): DerivedKeys {
  const { secretKey, secretKeyPrevious } = readKnownSecretKeys(env, dataDir)
  if (secretKey !== undefined) return deriveKeys(secretKey, secretKeyPrevious)
  throw new Error(
    `The bank's key is needed: set SECRET_KEY_FILE, or put the file ${keyFile} into ${dataDir}. If the key is lost, add --lost-key.`,
  )
}

/** The key may have been replaced after the backup, so the restored database decides. */
async function requireKey(address: DatabaseAddress, keys: DerivedKeys): Promise<void> {
  const db = await openDatabase(address, { warn: () => {} })
  try {
    const recorded = await readCurrentKeyId(db)
    if (recorded === undefined || recorded === keys.id || recorded === keys.previousId) return
    throw new Error('SECRET_KEY is not the key of this backup: set the key that the bank had at that moment.')
  } finally {
    await closeDatabase(db)
  }
}

/** Gives the restored PostgreSQL a password of its own, in the file that the next start reads. */
async function replaceOwnerPassword(address: DatabaseAddress, folder: string): Promise<void> {
  const password = replaceSecret(folder, 'postgres-password')
  const connection = await connectOnce(address)
  try {
    await connection.query(`alter role current_user password '${password}'`)
  } finally {
    await connection.end()
  }
}
