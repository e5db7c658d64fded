import { currencies } from '@bank/ledger/currency'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays } from '../bank-day.ts'
import { dueDay, holidayRules, isWorkingDay, weekdayOf } from './bank-holidays.ts'

const extraHolidays = { USD: [], EUR: [], GBP: ['2027-05-31', '2027-06-01'] }

/** The weekdays of a year on which nothing is settled. */
function holidaysOf(year: number, currency: (typeof currencies)[number]): string[] {
  return Array.from({ length: 366 }, (_, count) => plusDays(`${year}-01-01`, count)).filter(
    (day) => day.startsWith(`${year}`) && ![0, 6].includes(weekdayOf(day)) && !isWorkingDay(day, currency),
  )
}

// As their payment systems and governments publish them.
describe('the holidays of a payment system', () => {
  test.each([
    ['EUR', 2026, '01-01 04-03 04-06 05-01 12-25'],
    ['EUR', 2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
    ['EUR', 2038, '01-01 04-23 04-26'],
    ['USD', 2026, '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'],
    ['USD', 2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
    ['USD', 2023, '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25'],
    ['GBP', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    ['GBP', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    ['GBP', 2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
    ['GBP', 2033, '01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27'],
  ] as const)('the weekdays without payments in %s in %i', (currency, year, days) => {
    expect(holidaysOf(year, currency)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })
})

test.each([
  ['2026-12-25', 'same_day', 'EUR', '2026-12-25'],
  ['2026-12-25', 'day_before', 'EUR', '2026-12-24'],
  ['2026-12-25', 'day_after', 'EUR', '2026-12-28'],
  ['2026-12-26', 'day_after', 'GBP', '2026-12-29'],
  ['2026-04-05', 'day_before', 'GBP', '2026-04-02'],
  ['2026-04-05', 'day_before', 'USD', '2026-04-03'],
  ['2027-05-29', 'day_after', 'GBP', '2027-06-02'],
  ['2026-12-01', 'day_after', 'USD', '2026-12-01'],
] as const)('%s with the rule %s in %s is made on %s', (nominal, rule, currency, due) => {
  expect(dueDay(nominal, rule, { currency, extraHolidays })).toBe(due)
})

test('a shifted day is the nearest working day, at most a week away, and of two days the later one is never made before the earlier', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((count) => plusDays('2000-01-01', count))
  const rules = fc.constantFrom(...holidayRules)
  fc.assert(
    fc.property(day, rules, fc.constantFrom(...currencies), (nominal, rule, currency) => {
      const calendar = { currency, extraHolidays }
      const due = dueDay(nominal, rule, calendar)
      if (rule === 'same_day') expect(due).toBe(nominal)
      else expect(isWorkingDay(due, currency)).toBe(true)
      expect(rule === 'day_after' ? due >= nominal : due <= nominal).toBe(true)
      expect(due >= plusDays(nominal, -7) && due <= plusDays(nominal, 7)).toBe(true)
      expect(due <= dueDay(plusDays(nominal, 1), rule, calendar)).toBe(true)
    }),
  )
})
