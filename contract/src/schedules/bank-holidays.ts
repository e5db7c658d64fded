import type { Currency } from '@bank/ledger/currency'
import { plusDays } from '../bank-day.ts'

/** What becomes of a day that is a weekend or a holiday. */
export const holidayRules = ['same_day', 'day_before', 'day_after'] as const
export type HolidayRule = (typeof holidayRules)[number]

/** Days of each currency on which its payment system is closed beside the usual ones (`EXTRA_HOLIDAYS`). */
export type ExtraHolidays = Readonly<Record<Currency, readonly string[]>>

/** The day on which a run with this nominal day is made: where the rule asks for it, the nearest working day before or after it. */
export function dueDay(
  nominal: string,
  rule: HolidayRule,
  { currency, extraHolidays }: { currency: Currency; extraHolidays: ExtraHolidays },
): string {
  if (rule === 'same_day') return nominal
  const step = rule === 'day_before' ? -1 : 1
  let day = nominal
  while (!isWorkingDay(day, currency) || extraHolidays[currency].includes(day)) day = plusDays(day, step)
  return day
}

/**
 * Whether payments in a currency are settled on a day: on no weekend, and on no holiday of TARGET (EUR), of the Federal Reserve
 * Banks (USD), or of England and Wales (GBP).
 */
export function isWorkingDay(day: string, currency: Currency): boolean {
  const weekday = weekdayOf(day)
  const year = Number(day.slice(0, 4))
  const known = knownHolidays[currency]
  known[year] ??= holidays[currency](year)
  return weekday !== 0 && weekday !== 6 && !known[year].includes(day)
}

/** The day of the week, Sunday is 0. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

// A forecast asks for those of a year many times, and they take long to compute.
const knownHolidays: Record<Currency, Record<number, readonly string[]>> = { EUR: {}, USD: {}, GBP: {} }

const holidays: Readonly<Record<Currency, (year: number) => readonly string[]>> = {
  EUR: (year) => [
    dayIn(year, 1, 1),
    plusDays(easterSunday(year), -2),
    plusDays(easterSunday(year), 1),
    dayIn(year, 5, 1),
    dayIn(year, 12, 25),
    dayIn(year, 12, 26),
  ],
  USD: (year) => [
    ...[
      [1, 1],
      [6, 19],
      [7, 4],
      [11, 11],
      [12, 25],
    ].map(([month, date]) => afterSunday(dayIn(year, month!, date!))),
    nthWeekday(year, 1, monday, 3),
    nthWeekday(year, 2, monday, 3),
    lastMonday(year, 5),
    nthWeekday(year, 9, monday, 1),
    nthWeekday(year, 10, monday, 2),
    nthWeekday(year, 11, thursday, 4),
  ],
  GBP: (year) => [
    firstFree(dayIn(year, 1, 1), []),
    plusDays(easterSunday(year), -2),
    plusDays(easterSunday(year), 1),
    nthWeekday(year, 5, monday, 1),
    lastMonday(year, 5),
    lastMonday(year, 8),
    ...christmas(year),
  ],
}

const monday = 1
const thursday = 4

/** A holiday on a Sunday is kept on the Monday. One on a Saturday is not kept: the Federal Reserve Banks are open on the Friday. */
function afterSunday(day: string): string {
  return weekdayOf(day) === 0 ? plusDays(day, 1) : day
}

/** Christmas Day and Boxing Day, where they are weekdays, and the weekdays after them in place of those that are not. */
function christmas(year: number): string[] {
  const days = [dayIn(year, 12, 25), dayIn(year, 12, 26)]
  const kept = days.filter((day) => firstFree(day, []) === day)
  for (const day of days.filter((day) => !kept.includes(day))) kept.push(firstFree(day, kept))
  return kept
}

/** The day itself, or the next one that is neither a weekend nor taken. */
function firstFree(day: string, taken: readonly string[]): string {
  return [0, 6].includes(weekdayOf(day)) || taken.includes(day) ? firstFree(plusDays(day, 1), taken) : day
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = dayIn(year, month, 1)
  return plusDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1))
}

function lastMonday(year: number, month: number): string {
  // Of May and August, which have 31 days.
  const last = dayIn(year, month, 31)
  return plusDays(last, -((weekdayOf(last) - monday + 7) % 7))
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return dayIn(year, Math.floor(f / 31), (f % 31) + 1)
}

function dayIn(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
}
