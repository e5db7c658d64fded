import { expect, test } from 'vitest'
import { day } from './day.ts'

test('a day that does not exist is refused with a message', () => {
  for (const text of ['2026-02-29', '2026-13-01', '03/07/2026', '', '1026-01-01', '9999-12-31']) {
    expect(day.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['Enter a real date'])
  }
  expect(day.safeParse('2028-02-29').success).toBe(true)
})
