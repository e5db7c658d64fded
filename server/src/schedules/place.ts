import { dayOf, hourOfDay, nextDay } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import { dueDay, type HolidayRule } from '@bank/contract/schedules/bank-holidays'
import { nominalDay, type Rhythm } from '@bank/contract/schedules/rhythm'
import type { Currency } from '@bank/ledger/currency'
import type { Config } from '../config/config.ts'
import { Refusal } from '../refusal.ts'

/** When a schedule runs, and what becomes of weekends and holidays. */
export type Days = Rhythm & { readonly onHoliday: HolidayRule }

/** The next run of a schedule. */
export type Place = {
  readonly nextNumber: number
  /** Its nominal day, and the day on which it is made, `YYYY-MM-DD`. */
  readonly nextDay: string
  readonly dueDay: string
  /** The moment of its next try. */
  readonly dueAt: Date
}

type Calendar = Pick<Config, 'timeZone' | 'extraHolidays'>

// The hours of the bank's day at which a run is tried: before work, at noon and in the evening, when money may have arrived.
const tryHours = [6, 12, 18] as const

/** The run with this number; undefined after the end of the schedule. */
export function placeAt(
  days: Days,
  nextNumber: number,
  { currency, timeZone, extraHolidays }: Calendar & { currency: Currency },
): Place | undefined {
  const nextDay = nominalDay(days, nextNumber)
  if (nextDay === undefined) return undefined
  const due = dueDay(nextDay, days.onHoliday, { currency, extraHolidays })
  return { nextNumber, nextDay, dueDay: due, dueAt: hourOfDay(due, tryHours[0], timeZone) }
}

/**
 * The first run of days that a customer chose today, all of them after `lastDay`. Throws the refusal of a first day that is over or too
 * far away.
 */
export function requireFirstPlace(
  days: Days,
  {
    today,
    lastDay,
    ...calendar
  }: Calendar & { currency: Currency; today: string; lastDay?: string | undefined },
): Place {
  const { firstDay, onHoliday } = days
  let earliest = lastDay !== undefined && lastDay >= today ? nextDay(lastDay) : today
  // The working day before it may be over.
  while (dueDay(earliest, onHoliday, calendar) < today) earliest = nextDay(earliest)
  if (firstDay < earliest) throw new Refusal('schedule_day_past', { day: dayText(earliest, 'long') })
  const latest = `${Number(today.slice(0, 4)) + yearsAheadMax}${today.slice(4)}`
  if (firstDay > latest) throw new Refusal('schedule_day_far')
  return placeAt(days, 0, calendar)!
}

// As far as a pot is locked.
const yearsAheadMax = 5

/** The first run from this number on that is not due before `day`; undefined when the schedule ends before. */
export function placeFrom(
  days: Days,
  { number, day }: { number: number; day: string },
  calendar: Calendar & { currency: Currency },
): Place | undefined {
  for (let next = number; ; next++) {
    const place = placeAt(days, next, calendar)
    if (place === undefined || place.dueDay >= day) return place
  }
}

/** The next try on the same day of the bank after one that was refused; undefined after the last one. */
export function nextTryAfter(now: Date, timeZone: string): Date | undefined {
  const today = dayOf(now, timeZone)
  return tryHours.map((hour) => hourOfDay(today, hour, timeZone)).find((moment) => moment > now)
}
