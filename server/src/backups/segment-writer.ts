import { createHash } from 'node:crypto'
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { syncFolder, writeDurably } from '../storage/durable-file.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { writeAll } from '../storage/write-all.ts'
import { unusableArchive } from './archive-fault.ts'
import {
  factsSuffix,
  factsText,
  partSuffix,
  readReceivedFacts,
  receivedName,
  type Segment,
  segmentBytes,
  segmentName,
} from './wal-files.ts'

/**
 * Writes the WAL of one segment after the other into an archive. A segment is named when it is complete, on the disk, and its facts
 * are. What is certain of a segment that an earlier receiver has begun is compared instead of written again. `key` authenticates the facts.
 */
export function openSegmentWriter(folder: string, first: Segment, key: RotatingKey) {
  makeFolder(folder)
  let segment = first
  let file: number | undefined
  const received = readReceivedFacts(folder)
  // A power cut leaves anything behind what was flushed.
  let certainBytes = received?.name === segmentName(first) ? received.bytes : 0
  let hash = createHash('sha256')
  let bytes = 0

  const pathOf = (suffix: string) => join(folder, `${segmentName(segment)}${suffix}`)

  function open(): number {
    const path = pathOf(partSuffix)
    return openSync(path, existsSync(path) ? 'r+' : 'wx+', 0o600)
  }

  function put(handle: number, part: Buffer) {
    const known = part.subarray(0, Math.max(0, certainBytes - bytes))
    requireSame(handle, known, bytes)
    writeAll(handle, part.subarray(known.length), bytes + known.length)
    hash.update(part)
    bytes += part.length
  }

  function complete(handle: number, until: string) {
    fdatasyncSync(handle)
    closeSync(handle)
    const facts = { name: segmentName(segment), bytes, sha256: hash.digest('hex'), until }
    writeDurably(pathOf(factsSuffix), factsText(facts, key))
    renameSync(pathOf(partSuffix), pathOf(''))
    syncFolder(folder)
    segment = { ...segment, number: segment.number + 1n }
    file = undefined
    hash = createHash('sha256')
    bytes = 0
    certainBytes = 0
  }

  return {
    /** Adds the WAL that follows. `until`: the moment before which all commits are in it. */
    write(wal: Buffer, until: string) {
      for (let at = 0; at < wal.length; ) {
        file ??= open()
        const part = wal.subarray(at, at + segmentBytes - bytes)
        put(file, part)
        at += part.length
        if (bytes === segmentBytes) complete(file, until)
      }
    },
    /** Brings what was written to the disk and records how far it goes. */
    flush(until: string) {
      if (file !== undefined) fdatasyncSync(file)
      // While it is received again, what was recorded of it says more.
      if (bytes < certainBytes) return
      const facts = { name: segmentName(segment), bytes, sha256: hash.copy().digest('hex'), until }
      writeDurably(join(folder, receivedName), factsText(facts, key))
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

function requireSame(file: number, expected: Buffer, position: number): void {
  if (expected.length === 0) return
  const found = Buffer.alloc(expected.length)
  readSync(file, found, 0, found.length, position)
  // The data folder is a copy, or was put back.
  if (!found.equals(expected)) throw unusableArchive('the archive has the WAL of another data folder')
}
