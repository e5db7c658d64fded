import { describe, expect, test } from 'vitest'
import { isAttemptDone, openAttempts } from './attempt-id.ts'

const here = '11111111-1111-4111-8111-111111111111'
const elsewhere = '99999999-9999-4999-8999-999999999999'

describe('the ids of attempts', () => {
  test('the ids of one process are UUIDs and grow', () => {
    const next = openAttempts(here)
    const ids = Array.from({ length: 20 }, next)
    expect(ids[0]).toBe('11111111-1111-4111-8111-000000000001')
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(20)
  })

  for (const [name, last, attempt, isDone] of [
    ['no attempt was counted', null, here, false],
    ['the attempt itself was counted', here, here, true],
    ['a later one of its process was counted', at(here, 7), at(here, 6), true],
    ['an earlier one of its process was counted', at(here, 6), at(here, 7), false],
    ['one of another process was counted', elsewhere, here, false],
    ['one of another process with a smaller id was counted', here, elsewhere, false],
  ] as const) {
    test(`${name}: done is ${isDone}`, () => expect(isAttemptDone(last, attempt)).toBe(isDone))
  }
})

function at(origin: string, count: number): string {
  return origin.slice(0, 24) + count.toString(16).padStart(12, '0')
}
