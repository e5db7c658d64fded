import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withRests } from './with-rests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rest = { first: 500, longest: 4_000 }

test('the first call runs at once, and the calls meanwhile run once, together, after the pause', () => {
  const done: string[][] = []
  const { ask } = withRests<string>(rest, (asked) => done.push([...asked]))
  ask('a')
  ask('b')
  ask('c', 'd')
  expect(done).toEqual([['a']])
  vi.advanceTimersByTime(500)
  expect(done).toEqual([['a'], ['b', 'c', 'd']])
})

test('calls without end run less and less often, and at once again after a quiet pause', () => {
  const times: number[] = []
  const start = Date.now()
  const { ask } = withRests<string>(rest, () => times.push(Date.now() - start))
  for (let at = 0; at < 20_000; at += 100) {
    ask('again')
    vi.advanceTimersByTime(100)
  }
  expect(times).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500])
  vi.advanceTimersByTime(10_000)
  const before = times.length
  ask('once')
  expect(times.length).toBe(before + 1)
  ask('twice')
  vi.advanceTimersByTime(500)
  expect(times.length).toBe(before + 2)
})

test('a cancelled call does not run', () => {
  const work = vi.fn()
  const { ask, forget } = withRests<string>(rest, work)
  ask('a')
  ask('b')
  forget()
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledTimes(1)
})
