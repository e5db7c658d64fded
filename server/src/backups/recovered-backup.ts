import { chmodSync, chownSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Cluster } from '../embedded/cluster.ts'
import { writeConfiguration } from '../embedded/own-configuration.ts'
import { type RecoveredServer, recoverFiles } from '../embedded/recover-files.ts'
import { chooseRunAs } from '../embedded/run-as.ts'
import { folderFault } from '../storage/folder-fault.ts'
import { type ChosenBackup, segmentsUntil } from './chosen-backup.ts'
import { copyWal } from './copied-wal.ts'
import { unpackFiles } from './unpacking.ts'

export type RecoveryOptions = {
  readonly to?: Date | undefined
  readonly fsync?: boolean
  /** Gets a line when each step begins. */
  readonly report?: (line: string) => void
  /** Stops the recovery when it is aborted. */
  readonly unwanted?: AbortSignal | undefined
}

/**
 * Unpacks a backup into `into`/postgres, with the WAL of its archive, and starts a PostgreSQL on it, which recovers it to the moment
 * `to`, or as far as the backup and its WAL lead. It runs on a configuration of our own. `into` was made for it. Throws a one-line
 * error that names a damaged file.
 */
export async function recoverBackup(
  backup: ChosenBackup,
  into: string,
  { to, fsync = true, report = () => {}, unwanted }: RecoveryOptions = {},
): Promise<RecoveredServer> {
  const cluster = { directory: join(realpathSync(into), 'postgres'), runAs: chooseRunAs(undefined) }
  report(`Unpacking the files: ${megabytes(backup.manifest.bytes)}.`)
  await writeInto(into, () => makeFiles(backup, cluster, unwanted))
  report('Recovering the database with the WAL.')
  const { wal } = backup
  if (wal === undefined) return recoverFiles(cluster, { fsync, settings: {}, unwanted })
  const walFolder = join(cluster.directory, 'pg_wal')
  const enough = segmentsUntil(wal.segments, to)
  const rest = wal.segments.slice(enough.length)
  for (const segments of [enough, rest].filter(({ length }) => length > 0)) {
    await writeInto(into, () => copyWal(wal.folder, segments, walFolder, { ...cluster.runAs, unwanted }))
    const server = to && (await recoverTo(to, cluster, { fsync, unwanted }))
    if (server !== undefined) return server
  }
  // All WAL was copied, and without a moment, or with nothing committed after it, all of it counts.
  return recoverFiles(cluster, { fsync, settings: recovery, unwanted })
}

/** `3,424 MB`. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`
}

const recovery = {
  // The WAL was copied: there is nothing else to fetch.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
}

/** Undefined when the WAL that was copied has nothing that was committed after the moment: whether it has all before is unknown then. */
async function recoverTo(
  to: Date,
  cluster: Cluster,
  options: { fsync: boolean; unwanted: AbortSignal | undefined },
): Promise<RecoveredServer | undefined> {
  try {
    const settings = { ...recovery, recovery_target_time: timeText(to) }
    return await recoverFiles(cluster, { ...options, settings })
  } catch (error) {
    if (!(error instanceof Error) || !/recovery ended before configured/.test(error.message)) throw error
    return undefined
  }
}

async function writeInto(into: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw folderFault(error, into)
  }
}

async function makeFiles(
  { folder, manifest, wal }: ChosenBackup,
  cluster: Cluster,
  unwanted: AbortSignal | undefined,
): Promise<void> {
  const { directory, runAs } = cluster
  mkdirSync(directory, { mode: 0o700 })
  if (runAs.uid !== undefined) {
    // So that it can pass through. The folders above are not the program's.
    chmodSync(dirname(directory), 0o711)
    chownSync(directory, runAs.uid, runAs.uid)
  }
  await unpackFiles({ folder, manifest }, directory, { ...runAs, unwanted })
  writeConfiguration(cluster, { fromArchive: wal !== undefined })
}

/** PostgreSQL takes no abbreviation of a time zone here, not even Z. */
function timeText(moment: Date): string {
  return moment.toISOString().replace('Z', '+00')
}
