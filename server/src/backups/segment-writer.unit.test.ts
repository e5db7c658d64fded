import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveKeys } from '../keys/derive-keys.ts'
import { openSegmentWriter } from './segment-writer.ts'
import { completeSegments, readReceivedFacts, segmentBytes, segmentName, segmentOf } from './wal-files.ts'

const key = deriveKeys('a key of the tests, long enough for a bank').backupKey
const first = { timeline: 1, number: 0x1_ffn }
const until = '2026-11-23T10:00:00.000Z'
const wal = Buffer.alloc(segmentBytes + 1_000, 'wal')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-segments-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('segments have the names of PostgreSQL', () => {
  expect(segmentName(first)).toBe('0000000100000001000000FF')
  expect(segmentName({ timeline: 2, number: 0x200n })).toBe('000000020000000200000000')
  expect(segmentOf('0000000100000001000000FF')).toEqual(first)
  expect(segmentOf('0000000100000001000000FF.part')).toBeUndefined()
})

test('WAL across the end of a segment completes it and begins the next one', () => {
  const writer = openSegmentWriter(folder, first, key)
  writer.write(wal, until)
  writer.flush(until)
  writer.close()
  expect(completeSegments(folder)).toEqual(['0000000100000001000000FF'])
  const written = readFileSync(join(folder, '0000000100000001000000FF'))
  expect(written.equals(wal.subarray(0, segmentBytes))).toBe(true)
  expect(readReceivedFacts(folder)).toMatchObject({ name: '000000010000000200000000', bytes: 1_000, until })
})

test('a segment that is received again is compared with what is certain of it, and continued', () => {
  const before = openSegmentWriter(folder, first, key)
  before.write(wal.subarray(0, 3_000), until)
  before.flush(until)
  before.close()
  const again = openSegmentWriter(folder, first, key)
  again.write(wal.subarray(0, 2_000), until)
  again.flush(until)
  expect(readReceivedFacts(folder)).toMatchObject({ bytes: 3_000 })
  again.write(wal.subarray(2_000, 4_000), until)
  again.close()
  expect(readFileSync(join(folder, '0000000100000001000000FF.part'))).toEqual(wal.subarray(0, 4_000))
})

test('what a power cut has left behind the certain WAL of a segment is replaced', () => {
  const before = openSegmentWriter(folder, first, key)
  before.write(wal.subarray(0, 3_000), until)
  before.flush(until)
  before.write(Buffer.alloc(1_000), until)
  before.close()
  const again = openSegmentWriter(folder, first, key)
  again.write(wal.subarray(0, 4_000), until)
  again.close()
  expect(readFileSync(join(folder, '0000000100000001000000FF.part'))).toEqual(wal.subarray(0, 4_000))
})

test('WAL that differs from what the archive has is refused, and the archive stays as it is', () => {
  const before = openSegmentWriter(folder, first, key)
  before.write(wal.subarray(0, 3_000), until)
  before.flush(until)
  before.close()
  const other = openSegmentWriter(folder, first, key)
  expect(() => other.write(Buffer.alloc(2_000, 'other'), until)).toThrow(
    'the archive has the WAL of another data folder',
  )
  other.close()
  expect(readFileSync(join(folder, '0000000100000001000000FF.part'))).toEqual(wal.subarray(0, 3_000))
  expect(readdirSync(folder)).toHaveLength(2)
})
