import { expect, test } from 'vitest'
import { openFilePace } from './paced-files.ts'

const megabyte = { length: 1_000_000 }

/** A pace whose time passes only while pieces wait. */
function openTestPace() {
  const time = { now: 0, waited: 0 }
  const paced = openFilePace({
    now: () => time.now,
    wait: async (milliseconds) => {
      time.waited += milliseconds
      time.now += milliseconds
    },
  })
  const read = async (pieces: number) => {
    let passed = 0
    for await (const _ of paced(filesOf(pieces))) passed++
    return passed
  }
  return { time, read }
}

async function* filesOf(pieces: number) {
  for (let piece = 0; piece < pieces; piece++) yield megabyte
}

test('the first 5 MB of files are read as fast as they are sent', async () => {
  const { time, read } = openTestPace()
  expect(await read(5)).toBe(5)
  expect(time.waited).toBe(0)
})

test('files above the first 5 MB are read at 20 MB a second, those of all senders together', async () => {
  const { time, read } = openTestPace()
  expect(await Promise.all([read(15), read(10)])).toEqual([15, 10])
  expect(time.now).toBe(1_000)
})

test('a pause of a quarter of a second gives back all that is read at once', async () => {
  const { time, read } = openTestPace()
  await read(25)
  const { waited } = time
  time.now += 250
  expect(await read(5)).toBe(5)
  expect(time.waited).toBe(waited)
})
