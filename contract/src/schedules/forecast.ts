import type { Currency } from '@bank/ledger/currency'
import { notNegative } from '@bank/ledger/money'
import { plusDays } from '../bank-day.ts'
import { dueDay, type ExtraHolidays, type HolidayRule } from './bank-holidays.ts'
import { nominalDay, type Rhythm } from './rhythm.ts'

// A quarter of a year: as far as the usual schedules repeat.
const daysAhead = 90

/** A schedule that goes on, as it changes the balance of an account. Amounts are minor units. */
export type ForeseenSchedule = {
  readonly days: Rhythm & { readonly onHoliday: HolidayRule }
  /** The number of its next run. */
  readonly nextNumber: number
  /** The day from which on its runs are left out, because the money for them may not be there; undefined without one. */
  readonly doubtfulFrom: string | undefined
  /** What each run changes: below zero for a payment from the account. */
  readonly changeMinor: bigint
  /** What a round-up takes after each run, where the balance covers it. */
  readonly roundUpMinor: bigint
}

/** A run that is coming, with the balance after it. */
type ForeseenRun<Schedule> = {
  readonly schedule: Schedule
  /** Its nominal day, and the day on which it is made, `YYYY-MM-DD`. */
  readonly day: string
  readonly dueDay: string
  readonly balanceMinor: bigint
}

export type Forecast<Schedule> = {
  /** By the day on which they are made, and on a day those that bring money first. */
  readonly runs: readonly ForeseenRun<Schedule>[]
  /** The balance at the end of today and of each day after it. */
  readonly balances: readonly { readonly day: string; readonly balanceMinor: bigint }[]
  /** The first day whose payments the balance does not cover, and what is missing. */
  readonly shortfall: { readonly day: string; readonly missingMinor: bigint } | null
}

/**
 * The balances that the schedules of an account leave, day by day, if nothing else moves money and no payment is refused. What is due
 * already is made today. Money that arrives on the day of a payment counts for it, because a refused payment is tried again on that day.
 */
export function foresee<Schedule extends ForeseenSchedule>(
  schedules: readonly Schedule[],
  { availableMinor, today, ...calendar }: { availableMinor: bigint; today: string } & Calendar,
): Forecast<Schedule> {
  const comingOn = Map.groupBy(comingRuns(schedules, today, calendar), ({ dueDay }) => dueDay)
  const runs: ForeseenRun<Schedule>[] = []
  const balances = []
  let shortfall: Forecast<Schedule>['shortfall'] = null
  let balanceMinor = availableMinor
  for (let number = 0; number <= daysAhead; number++) {
    const dueDay = plusDays(today, number)
    const coming = comingOn.get(dueDay) ?? []
    for (const { schedule, day } of coming) {
      balanceMinor += schedule.changeMinor
      runs.push({ schedule, day, dueDay, balanceMinor })
    }
    if (balanceMinor < 0n && coming.some(({ schedule }) => schedule.changeMinor < 0n)) {
      shortfall ??= { day: dueDay, missingMinor: -balanceMinor }
    }
    for (const { schedule } of coming) {
      if (schedule.roundUpMinor <= notNegative(balanceMinor)) balanceMinor -= schedule.roundUpMinor
    }
    balances.push({ day: dueDay, balanceMinor })
  }
  return { runs, balances, shortfall }
}

type Calendar = { readonly currency: Currency; readonly extraHolidays: ExtraHolidays }

/** The runs of schedules in the days ahead, one schedule after the other. */
function comingRuns<Schedule extends ForeseenSchedule>(
  schedules: readonly Schedule[],
  today: string,
  calendar: Calendar,
): Omit<ForeseenRun<Schedule>, 'balanceMinor'>[] {
  const end = plusDays(today, daysAhead + 1)
  const coming = []
  for (const schedule of schedules.toSorted(moneyInFirst)) {
    const { days, nextNumber, doubtfulFrom = end } = schedule
    for (let number = nextNumber; ; number++) {
      const day = nominalDay(days, number)
      if (day === undefined) break
      const due = dueDay(day, days.onHoliday, calendar)
      const madeOn = due < today ? today : due
      if (madeOn >= doubtfulFrom) break
      coming.push({ schedule, day, dueDay: madeOn })
    }
  }
  return coming
}

function moneyInFirst(one: ForeseenSchedule, other: ForeseenSchedule): number {
  return Number(other.changeMinor > 0n) - Number(one.changeMinor > 0n)
}
