import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openFilesUnderWay } from './files-under-way.ts'
import { exportFile } from './one-export.ts'

type ExportCall = Parameters<typeof exportFile>[0]

test('a stream that is closed after its end does not release the next download', async () => {
  const asked = {
    bank: { filesUnderWay: openFilesUnderWay() },
    actor: { userId: 'alice' },
    answer: { header: () => {} },
  } as unknown as ExportCall
  const download = () => exportFile(asked, () => ({ name: 'statement.csv', pieces: ['a line'] }))
  const first = await download()
  const closed = once(first, 'close')
  const second = await new Promise<Readable>((resolve) => {
    first.once('end', () => resolve(download())).resume()
  })
  await closed
  await expect(download()).rejects.toMatchObject({ code: 'export_under_way' })
  second.destroy()
  await once(second, 'close')
  await expect(download()).resolves.toBeDefined()
})
