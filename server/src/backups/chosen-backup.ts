import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { type Archive, type ArchivedBackup, findArchives, findBackups } from './archive.ts'
import { type Expected, manifestName, readManifest } from './manifest.ts'
import { lsnOf } from './replication-client.ts'
import {
  completeSegments,
  findPartSegment,
  readReceivedFacts,
  readSegmentFacts,
  type SegmentFacts,
  segmentNumberAt,
  segmentOf,
} from './wal-files.ts'

/** A backup, and the WAL of its archive after it; none for a backup outside an archive. */
export type ChosenBackup = ArchivedBackup & {
  readonly wal: { readonly folder: string; readonly segments: readonly SegmentFacts[] } | undefined
}

/**
 * The backup in `folder` to restore: `folder` is a backup itself, or BACKUP_DIR, of which the newest one is chosen that was complete
 * at the moment `to`. Throws a one-line error when there is none, when it or its WAL is not authentic, or when the moment cannot be
 * restored.
 */
export function chooseBackup(folder: string, to: Date | undefined, expected: Expected): ChosenBackup {
  if (existsSync(join(folder, manifestName))) {
    if (to === undefined) return { folder, manifest: readManifest(folder, expected), wal: undefined }
    throw new Error(`${folder} is one backup without an archive: --to needs the folder that was BACKUP_DIR.`)
  }
  // Says what the folder lacks.
  if (!existsSync(folder) || findArchives(folder).length === 0) readManifest(folder, expected)
  const faults: unknown[] = []
  const found = findArchives(folder).flatMap((archive) =>
    findBackups(archive, expected, (fault) => faults.push(fault)).map((backup) => ({ archive, ...backup })),
  )
  const oldestFirst = found.sort((a, b) => a.manifest.finishedAt.localeCompare(b.manifest.finishedAt))
  const chosen = oldestFirst.findLast(
    ({ manifest }) => to === undefined || new Date(manifest.finishedAt) <= to,
  )
  if (chosen === undefined && faults.length > 0) throw faults[0]
  if (chosen === undefined) throw new Error(tooEarly(folder, oldestFirst[0]?.manifest.finishedAt))
  const { archive, manifest } = chosen
  const segments = segmentsAfter(archive, manifest.startLsn, expected.key)
  requireReached(segments, to, folder)
  return { folder: chosen.folder, manifest, wal: { folder: archive.walFolder, segments } }
}

function tooEarly(folder: string, first: string | undefined): string {
  return first === undefined
    ? `${folder} has no complete backup yet.`
    : `The first backup in ${folder} was complete at ${first}: choose that moment or a later one.`
}

/** The moment that the WAL of a backup leads to; undefined without WAL. */
export function archivedUntil({ wal }: ChosenBackup): Date | undefined {
  const until = wal?.segments.at(-1)?.until
  return until === undefined ? undefined : new Date(until)
}

/** All segments from a position on, without a gap. */
function segmentsAfter(
  { walFolder }: Archive,
  startLsn: string,
  key: RotatingKey | undefined,
): SegmentFacts[] {
  const first = segmentNumberAt(lsnOf(startLsn))
  const names = completeSegments(walFolder).filter((name) => segmentOf(name)!.number >= first)
  const segments = names.map((name) => readSegmentFacts(walFolder, name, key))
  const received = readReceivedFacts(walFolder, key)
  if (
    received !== undefined &&
    (segmentOf(received.name)?.number ?? 0n) >= first &&
    !names.includes(received.name)
  ) {
    segments.push(received)
  }
  let expected = first
  for (const { name } of segments) {
    if (segmentOf(name)?.number !== expected) {
      throw new Error(`The archive is damaged: ${walFolder} has no segment before ${name}.`)
    }
    expected += 1n
  }
  return segments
}

/** What is missing at the end of a backup's archive; undefined when nothing is. */
export function archiveGap({ wal }: ChosenBackup): string | undefined {
  if (wal === undefined || readReceivedFacts(wal.folder) !== undefined) return undefined
  const part = findPartSegment(wal.folder)
  return part === undefined
    ? undefined
    : `The archive is damaged at its end: what it says about ${join(wal.folder, part)} was changed. That segment is left out.`
}

function requireReached(segments: readonly SegmentFacts[], to: Date | undefined, folder: string): void {
  const until = segments.at(-1)?.until
  if (to === undefined || (until !== undefined && to <= new Date(until))) return
  throw new Error(
    until === undefined
      ? `The archive in ${folder} has nothing after its backup yet: restore without --to.`
      : `The archive in ${folder} ends at ${until}: choose that moment or an earlier one.`,
  )
}

// A commit has the time of its beginning, and reaches the WAL a moment later.
const marginMilliseconds = 10_000

/** The segments that a recovery to the moment `to` needs. */
export function segmentsUntil(segments: readonly SegmentFacts[], to: Date | undefined): SegmentFacts[] {
  if (to === undefined) return [...segments]
  const enough = segments.findIndex(({ until }) => Date.parse(until) >= to.getTime() + marginMilliseconds)
  return segments.slice(0, enough === -1 ? segments.length : enough + 1)
}
