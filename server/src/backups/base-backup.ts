import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { findProcess } from '../embedded/running-process.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { onOneConnection } from '../postgres/connect-once.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { errorCodeOf } from '../postgres/transient-error.ts'
import { syncFolder } from '../storage/durable-file.ts'
import { folderFault } from '../storage/folder-fault.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { writeAll } from '../storage/write-all.ts'
import { archiveName, type Manifest, type ManifestFacts, manifestName, writeManifest } from './manifest.ts'
import { openReplication, runCopyCommand } from './replication-client.ts'
import { openTarReader } from './tar-reader.ts'

/** A backup that was just made. */
export type BaseBackup = Pick<Manifest, 'startLsn' | 'finishedAt' | 'bytes' | 'systemId'>

export type BackupOptions = {
  /** Authenticates the backup. */
  readonly key: RotatingKey
  /** BACKUP_RATE: the most that PostgreSQL reads and sends in a second. */
  readonly megabytesPerSecond: number
  /** Gets a line when the backup has to wait. */
  readonly report?: (line: string) => void
  /** Ends the backup when it is aborted. */
  readonly unwanted?: AbortSignal | undefined
}

/**
 * Writes a backup of the running server into `folder`, which is made, or must be empty. PostgreSQL sends its files and the WAL
 * that makes them consistent (BASE_BACKUP), and checks the checksum of each page. They are written into a folder in there, and moved when
 * they are complete, the manifest last: without it the folder is no backup. After an error the folder is as it was. `address` is the superuser's.
 */
export async function writeBaseBackup(
  address: DatabaseAddress,
  folder: string,
  options: BackupOptions,
): Promise<BaseBackup> {
  const { unwanted } = options
  return onOneConnection(address, async (session) => {
    await takeTurn(session)
    const isNew = !existsSync(folder)
    prepareFolder(folder, options.report)
    try {
      const draft = join(folder, `unfinished-${process.pid}`)
      makeFolder(draft, folder)
      const backup = await writeInto(draft, { address, session }, options)
      publish(draft, folder)
      return backup
    } catch (error) {
      removeDrafts(folder, isNew)
      throw unwanted?.aborted ? unwanted.reason : folderFault(error, folder)
    }
  })
}

function removeDrafts(folder: string, isNew: boolean): void {
  try {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    if (isNew) rmdirSync(folder)
  } catch {
    // Its disk may be away, which the error of the backup says.
  }
}

/** Moves a complete backup out of its draft. */
function publish(draft: string, folder: string): void {
  for (const name of [archiveName, manifestName]) renameSync(join(draft, name), join(folder, name))
  rmdirSync(draft)
  syncFolder(folder)
}

async function writeInto(
  folder: string,
  { address, session }: { address: DatabaseAddress; session: pg.Client },
  { key, megabytesPerSecond, report, unwanted }: BackupOptions,
): Promise<BaseBackup> {
  const startedAt = await serverTime(session)
  await requireKey(session, key)
  // Held until the end: without it a checkpoint could remove WAL that the backup needs.
  const keeper = await openReplication(address)
  try {
    await keeper.query(
      `CREATE_REPLICATION_SLOT truepenny_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL true)`,
    )
    const checkpoint = await chooseCheckpoint(session)
    if (checkpoint === 'spread') report?.('Waiting for a checkpoint, which is spread over a minute.')
    const command = baseBackup(megabytesPerSecond, checkpoint)
    const received = await receiveArchive({ address, command, unwanted }, join(folder, archiveName))
    const finishedAt = await serverTime(session)
    const facts = await readFacts(session)
    writeManifest(folder, { ...facts, startedAt, finishedAt, ...received }, key)
    return { finishedAt, systemId: facts.systemId, startLsn: received.startLsn, bytes: received.bytes }
  } finally {
    await keeper.end()
  }
}

/** Lets one process back up at a time. The lock ends with the session. */
async function takeTurn(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(7310579, 4) as locked',
  )
  if (rows[0]?.locked !== true)
    throw new Error('Another backup of this bank is running: wait until it has ended.')
}

function prepareFolder(folder: string, report: BackupOptions['report']): void {
  makeFolder(folder)
  const names = readdirSync(folder)
  const drafts = names.filter((name) => /^unfinished-\d+$/.test(name))
  const writer = drafts.map((name) => Number(name.slice('unfinished-'.length))).find(isRunning)
  if (writer !== undefined) throw new Error(`Another backup into ${folder} is running (process ${writer}).`)
  // What a backup has moved before it was killed is the draft's, too.
  const left = [...drafts, ...names.filter((name) => name === archiveName)]
  if (drafts.length > 0 && left.length === names.length) {
    for (const name of left) rmSync(join(folder, name), { recursive: true })
    report?.(`An earlier backup into ${folder} was not completed: what it had left is deleted.`)
  }
  if (readdirSync(folder).length === 0) return
  throw new Error(`${folder} is not empty: name a folder that is empty or does not exist.`)
}

function isRunning(pid: number): boolean {
  return pid !== process.pid && findProcess(pid) !== undefined
}

type Command = {
  readonly address: DatabaseAddress
  readonly command: string
  readonly unwanted: AbortSignal | undefined
}

/** Writes the files that PostgreSQL sends, and returns what the manifest says about them. */
async function receiveArchive(command: Command, path: string) {
  const file = openSync(path, 'wx', 0o600)
  try {
    const received = await receiveInto(file, command)
    syncFolder(dirname(path))
    return received
  } finally {
    closeSync(file)
  }
}

async function receiveInto(file: number, { address, command, unwanted }: Command) {
  const client = await openReplication(address)
  const end = () => client.connection.stream.destroy()
  unwanted?.addEventListener('abort', end)
  const members: [string, string][] = []
  const positions: string[] = []
  let bytes = 0
  let syncedBytes = 0
  const reader = openTarReader({ onMemberEnd: ({ name }, sha256) => members.push([name, sha256]) })
  try {
    unwanted?.throwIfAborted()
    await runCopyCommand(client, command, {
      onRow: (text) => {
        if (/^[0-9A-F]+\/[0-9A-F]+$/.test(text)) positions.push(text)
      },
      onData: (message) => {
        if (message[0] !== contentMark) return
        const content = message.subarray(1)
        writeAll(file, content)
        reader.write(content)
        bytes += content.length
        if (bytes - syncedBytes < syncBytes) return
        fdatasyncSync(file)
        syncedBytes = bytes
      },
    })
    reader.end()
    fsyncSync(file)
  } finally {
    unwanted?.removeEventListener('abort', end)
    await client.end()
  }
  const [startLsn = '', endLsn = ''] = positions
  return { members, bytes, startLsn, endLsn }
}

// In small steps: one flush of gigabytes at the end would keep the disk from the bank's commits for a second.
const syncBytes = 16 * 1024 * 1024

/** The sums of the members are ours, taken where they are written. PostgreSQL counts the rate in kibibytes. */
function baseBackup(megabytesPerSecond: number, checkpoint: 'fast' | 'spread'): string {
  const rate = Math.round((megabytesPerSecond * 1e6) / 1024)
  return `BASE_BACKUP (LABEL 'truepenny', CHECKPOINT '${checkpoint}', WAL true, MANIFEST 'no', MAX_RATE ${rate})`
}

/**
 * How the checkpoint is made with which a backup begins. A fast one writes all changed pages as fast as the disk takes them, and the
 * bank's commits wait for it, unless little was written since the last one.
 */
async function chooseCheckpoint(session: pg.Client): Promise<'fast' | 'spread'> {
  const { rows } = await session.query<{ bytes: string }>(
    'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
  )
  return Number(rows[0]!.bytes) > fastCheckpointBytes ? 'spread' : 'fast'
}

// Of WAL, which has each changed page once: a disk writes as much in a fraction of a second.
const fastCheckpointBytes = 32 * 1024 * 1024

// A message that begins with "d" has content; the others announce an archive or report progress.
const contentMark = 'd'.charCodeAt(0)

async function serverTime(session: pg.Client): Promise<string> {
  const { rows } = await session.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]!.now.toISOString()
}

type ServerFacts = Pick<ManifestFacts, 'systemId' | 'timeline' | 'migration' | 'keyId'>

/** With another key the backup could not be restored with the bank's own. */
async function requireKey(session: pg.Client, { id }: RotatingKey): Promise<void> {
  const { keyId } = await readFacts(session).catch((error: unknown) => {
    // A table is missing.
    throw errorCodeOf(error) === '42P01' ? new Error(notMigrated) : error
  })
  if (keyId !== id) throw new Error('SECRET_KEY is not the key of this bank: set the one that it runs with.')
}

const notMigrated =
  'The database is of an earlier version of the bank: back it up with that version, or stop the bank and copy its whole data folder.'

async function readFacts(session: pg.Client): Promise<ServerFacts> {
  const { rows } = await session.query<ServerFacts>(
    `select (select system_identifier::text from pg_control_system())          as "systemId",
            (select timeline_id             from pg_control_checkpoint())      as timeline,
            (select max(number)             from migrations)                   as migration,
            (select key_id from secret_keys order by number desc limit 1)      as "keyId"`,
  )
  return rows[0]!
}
