import { dayOf, hourOfDay } from '@bank/contract/bank-day'

// The hours of the bank's day at which a run is tried: before work, at noon and in the evening, when money may have arrived.
const tryHours = [6, 12, 18] as const

/** The first try of a run on its day, `YYYY-MM-DD`. */
export function firstTryOn(day: string, timeZone: string): Date {
  return hourOfDay(day, tryHours[0], timeZone)
}

/** The next try on the same day of the bank after one that was refused; undefined after the last one. */
export function nextTryAfter(now: Date, timeZone: string): Date | undefined {
  const today = dayOf(now, timeZone)
  return tryHours.map((hour) => hourOfDay(today, hour, timeZone)).find((moment) => moment > now)
}
