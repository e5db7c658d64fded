import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFilesUnderWay } from './files-under-way.ts'
import { exportFile, type FileCall } from './one-export.ts'

const openSessions = new Set(['alice', 'bruno'])
const filesUnderWay = openFilesUnderWay()
const bank = {
  filesUnderWay,
  sessions: { follow: async (key: string) => async () => openSessions.has(key) },
}

/** A download of `alice` or `bruno`, given up by `controller`. */
function download(user: string, pieces: Iterable<string> = ['a line'], controller = new AbortController()) {
  const call: FileCall = {
    bank,
    actor: { userId: user, key: user },
    answer: { header: () => {} },
    signalOf: () => controller.signal,
  }
  return exportFile(call, () => ({ name: 'statement.csv', pieces }))
}

test('a stream that is closed after its end does not release the next download', async () => {
  const first = await download('alice')
  const closed = once(first, 'close')
  const second = await new Promise<Readable>((resolve) => {
    first.once('end', () => resolve(download('alice'))).resume()
  })
  await closed
  await expect(download('alice')).rejects.toMatchObject({ code: 'export_under_way' })
  second.destroy()
  await once(second, 'close')
  expect(filesUnderWay.count()).toBe(0)
})

test('a download that is given up while its file is opened frees its place at once', async () => {
  const controller = new AbortController()
  const opening = download('alice', ['a line'], controller)
  await expect(download('alice')).rejects.toMatchObject({ code: 'export_under_way' })
  controller.abort()
  const next = await download('alice')
  ;(await opening).destroy()
  await nextTurn()
  await expect(download('alice')).rejects.toMatchObject({ code: 'export_under_way' })
  next.destroy()
  await once(next, 'close')
  expect(filesUnderWay.count()).toBe(0)
})

test('a download whose session ends stops at the next piece with an error, not with a shorter file', async () => {
  function* lines() {
    yield 'one'
    openSessions.delete('bruno')
    yield 'two'
  }
  const received: string[] = []
  const reading = async () => {
    for await (const piece of await download('bruno', lines())) received.push(String(piece))
  }
  await expect(reading()).rejects.toMatchObject({ code: 'signed_out' })
  expect([received, filesUnderWay.count()]).toEqual([['one'], 0])
})

test('a process sends a limited number of files at a time, and the chunks of all of them are read in turn', async () => {
  const ends = Array.from({ length: 50 }, (_, at) => filesUnderWay.begin(`customer ${at}`))
  expect(() => filesUnderWay.begin('alice')).toThrowError(expect.objectContaining({ code: 'busy' }))
  for (const end of ends) end()
  filesUnderWay.begin('alice')()

  const order: string[] = []
  const read = (name: string) =>
    filesUnderWay.inTurn(async () => {
      order.push(`${name} begins`)
      await nextTurn()
      order.push(`${name} ends`)
    })
  await Promise.all([read('one'), read('other')])
  expect(order).toEqual(['one begins', 'one ends', 'other begins', 'other ends'])
})
