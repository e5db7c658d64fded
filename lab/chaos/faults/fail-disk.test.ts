import { expect, test } from 'vitest'
import { mistakenMilliseconds } from './fail-disk.ts'

test('on a full disk a process is mistaken as long as it is ready and refuses, not while it hangs or is not asked', () => {
  const refusals = { first: 1_000, last: 9_500 }
  const given = [500, 9_000, 9_900, undefined]
  expect(given.map((since) => mistakenMilliseconds(since, refusals))).toEqual([8_500, 500, 0, 0])
  expect(mistakenMilliseconds(500, { first: 1_000, last: 1_000 })).toBe(0)
  expect(mistakenMilliseconds(500)).toBe(0)
})
