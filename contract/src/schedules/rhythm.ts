import { plusDays } from '../bank-day.ts'

/** How often a schedule runs. */
export const repeats = ['once', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Repeat = (typeof repeats)[number]

/** The days on which a schedule runs, before weekends and holidays are looked at: its nominal days. */
export type Rhythm = {
  /** The first of them, `YYYY-MM-DD`. The others have its weekday, or its day of the month. */
  readonly firstDay: string
  readonly repeat: Repeat
  /** Of a weekly one, the weeks from one day to the next; otherwise 1. */
  readonly every: number
  /** No day is after it; null for one without an end. */
  readonly lastDay: string | null
  /** How many days there are; null for one without an end. */
  readonly times: number | null
}

/**
 * The nominal day with this number, from 0 on; undefined after the end. A month that has no such day has its last one instead,
 * and the next month the right one again: the 31st means the last day.
 */
export function nominalDay(rhythm: Rhythm, number: number): string | undefined {
  const { firstDay, repeat, every, lastDay, times } = rhythm
  if (number >= (repeat === 'once' ? 1 : (times ?? Number.POSITIVE_INFINITY))) return undefined
  const day =
    repeat === 'weekly'
      ? plusDays(firstDay, 7 * every * number)
      : plusMonths(firstDay, months[repeat] * number)
  return lastDay !== null && day > lastDay ? undefined : day
}

const months = { once: 0, monthly: 1, quarterly: 3, yearly: 12 }

/** The same day of a later month, or the last one of a month that is too short. */
function plusMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year!, month! - 1 + count, 1))
  const lastDate = new Date(Date.UTC(year!, month! + count, 0)).getUTCDate()
  first.setUTCDate(Math.min(date!, lastDate))
  return first.toISOString().slice(0, 10)
}
