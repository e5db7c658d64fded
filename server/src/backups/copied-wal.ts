import { createHash } from 'node:crypto'
import { chownSync, closeSync, existsSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { writeAll } from '../storage/write-all.ts'
import { readInParts, type UnpackOptions } from './unpacking.ts'
import { partSuffix, type SegmentFacts, segmentBytes } from './wal-files.ts'

/**
 * Copies segments of an archive into the WAL folder of a cluster and compares each with its sum: PostgreSQL takes a damaged record
 * for the end of the WAL, and would leave out what follows it. Throws a one-line error that names the first damaged segment.
 */
export async function copyWal(
  folder: string,
  segments: readonly SegmentFacts[],
  into: string,
  { uid, unwanted }: UnpackOptions,
): Promise<void> {
  // The last one has no file before its first byte arrives.
  for (const facts of segments.filter(({ bytes }) => bytes > 0)) {
    const path = join(into, facts.name)
    await copySegment(folder, facts, { path, unwanted })
    if (uid !== undefined) chownSync(path, uid, uid)
  }
}

async function copySegment(
  folder: string,
  facts: SegmentFacts,
  { path, unwanted }: { path: string; unwanted: AbortSignal | undefined },
): Promise<void> {
  const file = openSync(path, 'w', 0o600)
  try {
    await verifySegment(folder, facts, unwanted, (certain) => writeAll(file, certain))
    // Zeros after the last record are its end.
    ftruncateSync(file, segmentBytes)
  } finally {
    closeSync(file)
  }
}

/** Compares a segment of an archive with its sum. Throws a one-line error that names it. `onPart` gets its certain bytes. */
export async function verifySegment(
  folder: string,
  { name, bytes, sha256 }: SegmentFacts,
  unwanted: AbortSignal | undefined,
  onPart: (certain: Buffer) => void = () => {},
): Promise<void> {
  const complete = join(folder, name)
  // A segment that was being received when the bank died.
  const source = existsSync(complete) ? complete : `${complete}${partSuffix}`
  if (!existsSync(source)) throw new Error(`The archive is damaged: ${complete} is missing.`)
  const hash = createHash('sha256')
  let at = 0
  await readInParts(source, unwanted, (part) => {
    // What is behind may be of a power cut, or of another hand.
    const certain = part.subarray(0, Math.max(0, bytes - at))
    hash.update(certain)
    onPart(certain)
    at += part.length
  })
  if (hash.digest('hex') !== sha256)
    throw new Error(`The archive is damaged: ${source} is not as it was written.`)
}
