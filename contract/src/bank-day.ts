const dayMilliseconds = 86_400_000

/** The moment at which a day (`YYYY-MM-DD`) begins in a time zone, also where its first hour is skipped or repeated. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Clocks change at most once a night, so the offset at midnight is that of the day before or of the day after.
  const candidates = [midnight - dayMilliseconds, midnight + dayMilliseconds]
    .map((around) => midnight - offsetAt(around, timeZone))
    .sort((one, other) => one - other)
  const start = candidates.find((moment) => dayOf(new Date(moment), timeZone) === day)
  // A day that was skipped when a country crossed the date line ends where it begins.
  return new Date(start ?? Math.max(...candidates))
}

/** The moment at which the clocks of a time zone show an hour of a day. Not for the hours at night in which clocks change. */
export function hourOfDay(day: string, hour: number, timeZone: string): Date {
  const local = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  // The offset of a moment that is at most some hours away, and then that of the moment itself.
  const near = local - offsetAt(local, timeZone)
  return new Date(local - offsetAt(near, timeZone))
}

/** The day after a day. */
export function nextDay(day: string): string {
  return plusDays(day, 1)
}

/** The day that is so many days after a day, or before it. */
export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds).toISOString().slice(0, 10)
}

/** The last millisecond of the day that is so many days after that of a moment. */
export function endOfDayAfter(moment: Date, timeZone: string, count: number): Date {
  return new Date(startOfDay(plusDays(dayOf(moment, timeZone), count + 1), timeZone).getTime() - 1)
}

/** The same date in so many years. That of a leap day may not exist: it is for comparing days. */
export function yearsAfter(day: string, count: number): string {
  return `${Number(day.slice(0, 4)) + count}${day.slice(4)}`
}

/** The day (`YYYY-MM-DD`) that a moment belongs to in a time zone. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString().slice(0, 10)
}

/**
 * Converts many moments to days. Keeps the last day, because a time zone conversion is slow and the rows of a statement come
 * in order.
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

const quarterMilliseconds = 15 * 60_000

/** Converts many moments to times of day (`14:03:27`). Keeps the last offset: clocks change at a full quarter of an hour. */
export function timeReader(timeZone: string): (moment: Date) => string {
  let [quarter, offset] = [Number.NaN, 0]
  return (moment) => {
    const time = moment.getTime()
    if (Math.floor(time / quarterMilliseconds) !== quarter) {
      quarter = Math.floor(time / quarterMilliseconds)
      offset = offsetAt(time, timeZone)
    }
    return new Date(time + offset).toISOString().slice(11, 19)
  }
}

/** What the clocks of a time zone show at a moment: its day, the time (`14:03:27`), and the zone's name then, such as UTC, GMT+1 or EST. */
export function clockAt(moment: Date, timeZone: string): { day: string; time: string; zone: string } {
  const { offset, zone } = zoneAt(moment.getTime(), timeZone)
  const local = new Date(moment.getTime() + offset).toISOString()
  return { day: local.slice(0, 10), time: local.slice(11, 19), zone }
}

/** The IANA name of a time zone as `Intl` writes it; undefined for text that is none. */
export function knownTimeZone(name: string): string | undefined {
  // An offset such as +05:30 is valid for `Intl`, but not in every browser.
  if (/^[+-]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function offsetAt(moment: number, timeZone: string): number {
  return zoneAt(moment, timeZone).offset
}

/** The offset of a time zone from UTC at a moment, in milliseconds, and its name then. */
function zoneAt(moment: number, timeZone: string): { offset: number; zone: string } {
  // The default. Creating a formatter takes long on a phone.
  if (timeZone === 'UTC') return { offset: 0, zone: timeZone }
  const parts = formatterOf(timeZone).formatToParts(moment)
  const textOf = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(textOf(type))
  const localTime = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return { offset: localTime - Math.floor(moment / 1000) * 1000, zone: textOf('timeZoneName') }
}

// Creating a formatter takes longer than using it. There are hundreds of time zones, and readers state theirs themselves.
const formatters = new Map<string, Intl.DateTimeFormat>()
const formattersMax = 50
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    if (formatters.size === formattersMax) formatters.clear()
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      timeZoneName: 'short',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}
