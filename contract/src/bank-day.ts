import * as z from 'zod/mini'

/** A calendar day of the bank, written `YYYY-MM-DD`, that exists. */
export const day = z.string('Enter a real date').check(z.refine(isRealDay, 'Enter a real date'))

const dayMilliseconds = 86_400_000

/** The moment at which a day (`YYYY-MM-DD`) begins in a time zone, also where its first hour is left out or comes twice. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The clocks are changed once in a night at most: one of the offsets of the days around it is in force at midnight.
  const candidates = [midnight - dayMilliseconds, midnight + dayMilliseconds]
    .map((around) => midnight - offsetAt(around, timeZone))
    .sort((one, other) => one - other)
  const start = candidates.find((moment) => dayOf(new Date(moment), timeZone) === day)
  // A day that an island left out when it changed sides of the date line ends where it begins.
  return new Date(start ?? Math.max(...candidates))
}

/** The day after a day. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10)
}

/** The day (`YYYY-MM-DD`) that a moment belongs to in a time zone. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString().slice(0, 10)
}

/**
 * Tells the days of many moments in a row. It remembers the day it told last, since the clock of a time zone takes long to
 * read: a million rows of a statement lie on few days.
 */
export function dayReader(timeZone: string): (moment: Date) => string {
  let [day, start, end] = ['', 0, 0]
  return (moment) => {
    const time = moment.getTime()
    if (time < start || time >= end) {
      day = dayOf(moment, timeZone)
      start = startOfDay(day, timeZone).getTime()
      end = startOfDay(nextDay(day), timeZone).getTime()
    }
    return day
  }
}

function isRealDay(text: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

/** By how many milliseconds a time zone's clocks are ahead of UTC at a moment. */
function offsetAt(moment: number, timeZone: string): number {
  // The usual one, whose clock nobody has to make: that is a long time on a telephone.
  if (timeZone === 'UTC') return 0
  const parts = clockOf(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(moment / 1000) * 1000
}

// Making one takes longer than everything that is asked of it.
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}
