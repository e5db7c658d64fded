import { beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())

const pauses = { first: 500, longest: 4_000 }

test('the first item is passed on at once, and the items of the pause after it together at its end', () => {
  const done: string[][] = []
  const { add } = throttle<string>(pauses, (items) => done.push([...items]))
  add('a')
  add('b')
  add('c', 'd')
  expect(done).toEqual([['a']])
  vi.advanceTimersByTime(500)
  expect(done).toEqual([['a'], ['b', 'c', 'd']])
})

test('the pauses double while items keep coming, and an idle pause starts over', () => {
  const times: number[] = []
  const start = Date.now()
  const { add } = throttle<string>(pauses, () => times.push(Date.now() - start))
  for (let at = 0; at < 20_000; at += 100) {
    add('again')
    vi.advanceTimersByTime(100)
  }
  expect(times).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500])
  vi.advanceTimersByTime(10_000)
  const before = times.length
  add('once')
  expect(times.length).toBe(before + 1)
  add('twice')
  vi.advanceTimersByTime(500)
  expect(times.length).toBe(before + 2)
})

test('cancelled items are not passed on', () => {
  const work = vi.fn()
  const { add, cancel } = throttle<string>(pauses, work)
  add('a')
  add('b')
  cancel()
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledTimes(1)
})
