import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { onOneConnection } from '../postgres/connect-once.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { reasonOf } from '../reason-of.ts'
import { folderFault } from '../storage/folder-fault.ts'
import {
  type Archive,
  anyBackup,
  findBackups,
  leaveArchive,
  openArchive,
  removeIncompleteBackups,
  removeOldBackups,
} from './archive.ts'
import { isUnusableArchive } from './archive-fault.ts'
import { writeBaseBackup } from './base-backup.ts'
import { lsnOf } from './replication-client.ts'
import { archiveSlot, openWalReceiver } from './wal-receiver.ts'

/** What an archive is made of, and how often. */
export type ArchiveSettings = {
  /** As the superuser of the server. */
  readonly address: DatabaseAddress
  readonly dataDir: string
  readonly backupDir: string
  /** Authenticates what is written. */
  readonly key: RotatingKey
  readonly everyMilliseconds: number
  readonly keepCount: number
  /** The most that a backup reads and writes in a second. */
  readonly megabytesPerSecond: number
}

/** How backups are doing. */
export type ArchiveStatus = {
  /** When the last backup was complete, and up to when the archive has every commit; null before the first. */
  readonly lastBackupAt: string | null
  readonly archivedUntil: string | null
  /** Why nothing is archived, or no backup is made; null while both work. */
  readonly failure: string | null
}

type Progress = Omit<ArchiveStatus, 'failure'> & {
  readonly archiveFault: string | null
  readonly backupFault: string | null
}

const backupRetryMilliseconds = 60_000
// The WAL of a few hundred commits: a disk that is alive takes it at once.
const closeMillisecondsMax = 2_000

/**
 * Archives the WAL and makes the backups that are due until `closing` is aborted. A fault of the archive's disk stops neither the
 * bank nor this: it is reported, and tried again. An archive that has a gap is left, and another one begun with a backup.
 */
export async function runArchive(
  settings: ArchiveSettings,
  report: (status: ArchiveStatus) => void,
  closing: AbortSignal,
  retryMilliseconds = 10_000,
): Promise<void> {
  let progress: Progress = { lastBackupAt: null, archivedUntil: null, archiveFault: null, backupFault: null }
  const change = (changes: Partial<Progress>) => {
    progress = { ...progress, ...changes }
    const { archiveFault, backupFault, ...known } = progress
    report({ ...known, failure: archiveFault ?? backupFault })
  }
  while (!closing.aborted) {
    try {
      await archiveUntilFault(settings, change, closing)
    } catch (error) {
      if (closing.aborted) return
      if (isUnusableArchive(error)) await beginAnother(settings).catch(() => {})
      change({ archiveFault: reasonOf(folderFault(error, settings.backupDir)) })
      await wait(retryMilliseconds, undefined, { signal: closing }).catch(() => {})
    }
  }
}

async function archiveUntilFault(
  settings: ArchiveSettings,
  change: (changes: Partial<Progress>) => void,
  closing: AbortSignal,
): Promise<void> {
  const archive = openArchive(settings.backupDir, settings.dataDir)
  const source = { folder: archive.walFolder, key: settings.key }
  let flushed = 0n
  let known: string | undefined
  const receiver = await openWalReceiver(settings.address, source, (received) => {
    flushed = received.flushed
    const { until } = received
    if (until === null) return
    // The first one may be what an earlier receiver has found out. Only a later one shows that the archive takes something again.
    known ??= until
    change(until > known ? { archivedUntil: until, archiveFault: null } : { archivedUntil: until })
  })
  const stopping = new AbortController()
  const backups = makeBackups(settings, archive, change, { closing, stopping: stopping.signal })
  try {
    await Promise.race([receiver.ended, backups])
    await waitForRest(settings.address, () => flushed)
  } finally {
    stopping.abort()
    await receiver.close()
    await backups.catch(() => {})
  }
}

/**
 * Makes the backups that are due until a signal is aborted: `closing` ends a backup under way, `stopping` lets it be completed. A
 * backup that fails is reported and tried again.
 */
async function makeBackups(
  settings: ArchiveSettings,
  archive: Archive,
  change: (changes: Partial<Progress>) => void,
  { closing, stopping }: { closing: AbortSignal; stopping: AbortSignal },
): Promise<void> {
  const ending = AbortSignal.any([closing, stopping])
  removeIncompleteBackups(archive)
  change({ lastBackupAt: findBackups(archive, anyBackup).at(-1)?.manifest.finishedAt ?? null })
  // One of an earlier version, or with another key, cannot be restored with this key alone.
  const expected = { ...anyBackup, key: { ...settings.key, previous: undefined } }
  const last = findBackups(archive, expected).at(-1)
  let dueAt = last === undefined ? 0 : Date.parse(last.manifest.finishedAt) + settings.everyMilliseconds
  while (!ending.aborted) {
    const milliseconds = Math.min(Math.max(0, dueAt - Date.now()), longestWait)
    await wait(milliseconds, undefined, { signal: ending }).catch(() => {})
    if (ending.aborted || Date.now() < dueAt) continue
    try {
      const finishedAt = await makeBackup(settings, archive, closing)
      dueAt = Date.parse(finishedAt) + settings.everyMilliseconds
      change({ lastBackupAt: finishedAt, backupFault: null })
    } catch (error) {
      if (closing.aborted) return
      dueAt = Date.now() + backupRetryMilliseconds
      change({ backupFault: reasonOf(folderFault(error, settings.backupDir)) })
    }
  }
}

// A timer counts at most 24 days.
const longestWait = 24 * 60 * 60_000

async function makeBackup(
  { address, backupDir, key, keepCount, megabytesPerSecond }: ArchiveSettings,
  archive: Archive,
  unwanted: AbortSignal,
): Promise<string> {
  const name = new Date().toISOString().replaceAll(':', '-')
  const { finishedAt, systemId } = await writeBaseBackup(address, join(archive.backupsFolder, name), {
    key,
    megabytesPerSecond,
    unwanted,
  })
  removeOldBackups(backupDir, { systemId, keepCount, current: archive })
  return finishedAt
}

/** Leaves an archive that cannot go on. What it has can still be restored. */
async function beginAnother({ address, dataDir }: ArchiveSettings): Promise<void> {
  await dropArchiveSlot(address)
  leaveArchive(dataDir)
}

/** Lets the server remove WAL that no archive takes any more. */
export async function dropArchiveSlot(address: DatabaseAddress): Promise<void> {
  await onOneConnection(address, (connection) =>
    connection.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
      [archiveSlot],
    ),
  )
}

/** When the bank stops, waits a moment until the archive has everything that was committed. */
async function waitForRest(address: DatabaseAddress, flushed: () => bigint): Promise<void> {
  const { rows } = await onOneConnection(address, (connection) =>
    connection.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn'),
  )
  const deadline = Date.now() + closeMillisecondsMax
  while (flushed() < lsnOf(rows[0]!.lsn) && Date.now() < deadline) await wait(20)
}
