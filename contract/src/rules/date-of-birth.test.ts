import { describe, expect, test } from 'vitest'
import { isBirthDay } from './date-of-birth.ts'

describe('birthdays that are possible on 21 November 2026', () => {
  const today = new Date('2026-11-21T12:00:00Z')
  for (const [day, possible] of [
    ['2026-11-21', true],
    ['2026-11-22', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['1900-01-01', true],
    ['1899-12-31', false],
    ['1990-4-12', false],
    ['1990-00-10', false],
    ['1990-10-32', false],
    ['yesterday', false],
    ['', false],
  ] as const) {
    test(`the birthday ${day || '(empty)'} is ${possible ? '' : 'im'}possible`, () =>
      expect(isBirthDay(day, today)).toBe(possible))
  }
})
