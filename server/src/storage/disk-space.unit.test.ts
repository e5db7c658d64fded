import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLow, openDisks } from './disk-space.ts'

test('the space of a folder is that of its disk', async () => {
  const { blocks, bsize } = await statfs(tmpdir())
  const { freeBytes, sizeBytes } = (await openDisks(new Map([['DATA_DIR', tmpdir()]])).read()).get(
    'DATA_DIR',
  )!
  expect(sizeBytes).toBe(blocks * bsize)
  expect(freeBytes).toBeGreaterThanOrEqual(0)
  expect(freeBytes).toBeLessThanOrEqual(sizeBytes)
})

test('a folder that is not there is left out, and the others are read', async () => {
  const folders = new Map([
    ['DATA_DIR', tmpdir()],
    ['BACKUP_DIR', join(tmpdir(), 'not there')],
  ] as const)
  expect([...(await openDisks(folders).read()).keys()]).toEqual(['DATA_DIR'])
})

test('a disk is low below 15 % of its size', () => {
  expect([149, 150].map((freeBytes) => isLow({ freeBytes, sizeBytes: 1_000 }))).toEqual([true, false])
})
