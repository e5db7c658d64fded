import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atMostEvery } from './at-most-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first is done at once, and what is asked for meanwhile once, together, after the pause', () => {
  const done: string[][] = []
  const { ask } = atMostEvery<string>(2_000, (asked) => done.push([...asked]))
  ask('a')
  ask('b')
  ask('c', 'd')
  expect(done).toEqual([['a']])
  vi.advanceTimersByTime(2_000)
  expect(done).toEqual([['a'], ['b', 'c', 'd']])
  vi.advanceTimersByTime(1_000)
  ask('e')
  expect(done.length).toBe(2)
  vi.advanceTimersByTime(1_000)
  expect(done.at(-1)).toEqual(['e'])
})

test('after a pause in which nothing was asked the next is done at once', () => {
  const work = vi.fn()
  const { ask } = atMostEvery<string>(2_000, work)
  ask('a')
  vi.advanceTimersByTime(5_000)
  ask('b')
  expect(work).toHaveBeenCalledTimes(2)
})

test('what is forgotten is not done', () => {
  const work = vi.fn()
  const { ask, forget } = atMostEvery<string>(2_000, work)
  ask('a')
  ask('b')
  forget()
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledTimes(1)
})
