import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { authenticate, requireAuthentic, sumOf } from './authentication.ts'

/** Bytes of a file of PostgreSQL's WAL, as `initdb` sets them. */
export const segmentBytes = 16 * 1024 * 1024

/** One segment of the WAL, by the timeline and the number that PostgreSQL's name for it consists of. */
export type Segment = { readonly timeline: number; readonly number: bigint }

const segmentsPerFile = 0x1_0000_0000n / BigInt(segmentBytes)

/** PostgreSQL's name of a segment: timeline, high and low part of its number, eight hexadecimal digits each. */
export function segmentName({ timeline, number }: Segment): string {
  const parts = [BigInt(timeline), number / segmentsPerFile, number % segmentsPerFile]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** The segment of a name; undefined for any other name. */
export function segmentOf(name: string): Segment | undefined {
  const [timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name)?.slice(1) ?? []
  if (timeline === undefined) return undefined
  return {
    timeline: Number.parseInt(timeline, 16),
    number: BigInt(`0x${high}`) * segmentsPerFile + BigInt(`0x${low}`),
  }
}

export function segmentNumberAt(lsn: bigint): bigint {
  return lsn / BigInt(segmentBytes)
}

/** What is known of a segment in the archive. */
export type SegmentFacts = {
  readonly name: string
  /** How many of its bytes are certain; all of them once it is complete. */
  readonly bytes: number
  /** SHA-256 of these bytes. */
  readonly sha256: string
  /** With it the archive contains everything that was committed before this moment of the database's clock. */
  readonly until: string
}

/** A segment that is still being received. */
export const partSuffix = '.part'
/** The facts of a complete segment are beside it. */
export const factsSuffix = '.json'
/** The facts of the segment that is being received. */
export const receivedName = 'received.json'

/** The complete segments of an archive, in order. */
export function completeSegments(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => segmentOf(name) !== undefined)
    .sort()
}

/** The facts of a complete segment. Throws a one-line error when they are missing, damaged, or not authentic where a key is given. */
export function readSegmentFacts(folder: string, name: string, key: RotatingKey | undefined): SegmentFacts {
  const file = join(folder, `${name}${factsSuffix}`)
  const facts = findFacts(file, key)
  if (facts === undefined) throw new Error(`The archive is damaged: ${file} is missing or was changed.`)
  return facts
}

/**
 * The facts of the segment that was being received; undefined without one, or when they are damaged: nothing of it is certain then.
 * Throws a one-line error when they are not authentic, where a key is given.
 */
export function readReceivedFacts(folder: string, key?: RotatingKey): SegmentFacts | undefined {
  return findFacts(join(folder, receivedName), key)
}

/** The segment that was being received, by its file; undefined before its first byte. */
export function findPartSegment(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder).filter((name) => name.endsWith(partSuffix))
  return names.map((name) => name.slice(0, -partSuffix.length)).find((name) => segmentOf(name) !== undefined)
}

/** The content of a file of facts, which protects itself with a sum against damage, and with the bank's key against forgery. */
export function factsText(facts: SegmentFacts, key: RotatingKey): string {
  const content = contentOf(facts)
  const authentication = authenticate({ kind: 'segment', content }, key)
  return `${JSON.stringify({ ...facts, sum: sumOf(content), authentication })}\n`
}

function findFacts(file: string, key: RotatingKey | undefined): SegmentFacts | undefined {
  const { name, bytes, sha256, until, sum, authentication } = parse(file)
  const facts = { name, bytes, sha256, until }
  const content = contentOf(facts)
  if (sum !== sumOf(content)) return undefined
  if (key !== undefined) requireAuthentic({ kind: 'segment', content }, authentication, key, file)
  return facts
}

// biome-ignore lint/suspicious/noExplicitAny: its sum says whether it is what was written.
function parse(file: string): any {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? {}
  } catch {
    // Missing, or not as it was written.
    return {}
  }
}

function contentOf({ name, bytes, sha256, until }: SegmentFacts) {
  return [name, bytes, sha256, until]
}
