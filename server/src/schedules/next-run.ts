import { nextDay, yearsAfter } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import { dueDay, type HolidayRule } from '@bank/contract/schedules/bank-holidays'
import { nominalDay, type Rhythm } from '@bank/contract/schedules/rhythm'
import type { Currency } from '@bank/ledger/currency'
import type { Config } from '../config/config.ts'
import { Refusal } from '../refusal.ts'
import { firstTryOn } from './run-hours.ts'

/** When a schedule runs, and what becomes of weekends and holidays. */
export type Days = Rhythm & { readonly onHoliday: HolidayRule }

/** The next run of a schedule. */
export type NextRun = {
  readonly nextNumber: number
  /** Its nominal day, and the day on which it is made, `YYYY-MM-DD`. */
  readonly nextDay: string
  readonly dueDay: string
  /** The moment of its next try. */
  readonly dueAt: Date
}

/** What a schedule pays, as far as its days follow from it: the currency has the holidays. */
type Scheduled = { readonly days: Days; readonly movement: { readonly currency: Currency } }

type Calendar = Pick<Config, 'timeZone' | 'extraHolidays'>

/** The run with this number; undefined after the end of the schedule. */
export function runAt(scheduled: Scheduled, nextNumber: number, calendar: Calendar): NextRun | undefined {
  const day = nominalDay(scheduled.days, nextNumber)
  if (day === undefined) return undefined
  const due = dueDayOf(scheduled, day, calendar)
  return { nextNumber, nextDay: day, dueDay: due, dueAt: firstTryOn(due, calendar.timeZone) }
}

function dueDayOf({ days, movement }: Scheduled, day: string, { extraHolidays }: Calendar): string {
  return dueDay(day, days.onHoliday, { currency: movement.currency, extraHolidays })
}

/**
 * The first run of days that a customer chose today, all of them after `lastDay`. Throws the refusal of a first day that is over or too
 * far away.
 */
export function requireFirstRun(
  scheduled: Scheduled,
  { today, lastDay }: { today: string; lastDay?: string | undefined },
  calendar: Calendar,
): NextRun {
  const { firstDay } = scheduled.days
  let earliest = lastDay !== undefined && lastDay >= today ? nextDay(lastDay) : today
  // The working day before it may be over.
  while (dueDayOf(scheduled, earliest, calendar) < today) earliest = nextDay(earliest)
  if (firstDay < earliest) throw new Refusal('schedule_day_past', { day: dayText(earliest, 'long') })
  if (firstDay > yearsAfter(today, yearsAheadMax)) throw new Refusal('schedule_day_far')
  return runAt(scheduled, 0, calendar)!
}

// As far as a pot is locked.
const yearsAheadMax = 5

/** The first run from this number on that is not due before `day`; undefined when the schedule ends before. */
export function runFrom(
  scheduled: Scheduled,
  { number, day }: { number: number; day: string },
  calendar: Calendar,
): NextRun | undefined {
  for (let next = number; ; next++) {
    const run = runAt(scheduled, next, calendar)
    if (run === undefined || run.dueDay >= day) return run
  }
}
