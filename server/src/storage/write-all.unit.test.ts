import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { writeAll } from './write-all.ts'

// A disk that takes three bytes at a time.
vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>()
  const writeSync = (file: number, content: Buffer, from: number, length: number, at: number | null) =>
    actual.writeSync(file, content, from, Math.min(length, 3), at)
  return { ...actual, writeSync }
})

test('a disk that takes a part at a time gets all of a buffer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-write-'))
  const path = join(folder, 'file')
  const file = openSync(path, 'w')
  writeAll(file, Buffer.from('0123456789'))
  writeAll(file, Buffer.from('abcdefgh'), 4)
  closeSync(file)
  expect(readFileSync(path, 'utf8')).toBe('0123abcdefgh')
  rmSync(folder, { recursive: true })
})
