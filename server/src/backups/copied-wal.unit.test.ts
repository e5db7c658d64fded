import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyWal } from './copied-wal.ts'
import { segmentBytes } from './wal-files.ts'

const name = '000000010000000000000002'

let folder: string
let into: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-archive-'))
  into = mkdtempSync(join(tmpdir(), 'truepenny-copied-'))
})
afterEach(() => {
  for (const each of [folder, into]) rmSync(each, { recursive: true })
})

test('WAL behind what the facts of a segment vouch for is not recovered', async () => {
  writeFileSync(join(folder, `${name}.part`), 'certain and appended by another')
  const sha256 = createHash('sha256').update('certain').digest('hex')
  const facts = { name, bytes: 7, sha256, until: '2026-11-24T12:00:00.000Z' }
  await copyWal(folder, [facts], into, { uid: undefined, unwanted: undefined })
  const expected = Buffer.alloc(segmentBytes)
  expected.write('certain')
  expect(readFileSync(join(into, name)).equals(expected)).toBe(true)
})
