import { clsx } from 'clsx'
import { publicConfig } from '../public-config.ts'
import { monthNames } from './month-names.ts'

/**
 * A timestamp in the bank's time zone: MM/DD/YYYY in lists; with `time`, "03/07/2026, 2:15 PM" for lists where the time of day
 * matters; with `long`, "March 7, 2026, 2:15 PM GMT+1" for details. `time="seconds"` adds the seconds to either.
 */
export function DateText({
  moment,
  long = false,
  time = false,
}: {
  moment: string
  long?: boolean
  time?: boolean | 'seconds'
}) {
  return (
    <time
      dateTime={moment}
      dir="auto"
      // The server's and the browser's spaces may differ.
      suppressHydrationWarning
      className={clsx(
        'tabular',
        !long && (time === true ? 'as-table:whitespace-nowrap' : 'whitespace-nowrap'),
      )}
    >
      {formatDateTime(moment, placeOf(long, time), publicConfig.timeZone)}
    </time>
  )
}

function placeOf(long: boolean, time: boolean | 'seconds'): Place {
  if (long) return time === 'seconds' ? 'exactDetails' : 'details'
  return time === 'seconds' ? 'exactTime' : time ? 'time' : 'lists'
}

/** The text of a timestamp (ISO 8601) in a time zone; see `DateText` for the formats. */
export function formatDateTime(moment: string, place: Place, timeZone: string): string {
  const at = new Date(moment)
  return timeZone === 'UTC' ? inUtc(at, place) : formatOf(place, timeZone).format(at)
}

/** The same without `Intl` for the default time zone: on a phone, creating a format takes longer than rendering a page. */
function inUtc(at: Date, place: Place): string {
  const calendarDay = at.toISOString().slice(0, 10)
  if (place === 'daySentence') return dayInSentences(calendarDay)
  const day = dayInLists(calendarDay)
  if (place === 'lists') return day
  const hour = at.getUTCHours()
  const isExact = place === 'exactTime' || place === 'exactDetails'
  const seconds = isExact ? `:${twoDigits(at.getUTCSeconds())}` : ''
  const time = `${hour % 12 || 12}:${twoDigits(at.getUTCMinutes())}${seconds} ${hour < 12 ? 'AM' : 'PM'}`
  if (place === 'time' || place === 'exactTime') return `${day}, ${time}`
  return `${monthNames[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()} at ${time} UTC`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

/** A calendar day as in sentences: `2026-03-07` is March 7, 2026. */
export function dayInSentences(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${monthNames[month! - 1]} ${date}, ${year}`
}

// Creating a format takes longer than all its uses.
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(place: Place, timeZone: string): Intl.DateTimeFormat {
  const key = `${place} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...shown[place], timeZone })
    formats.set(key, format)
  }
  return format
}

/** A calendar day as in lists: `2026-03-07` is 03/07/2026 in every time zone. */
export function dayInLists(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
}

const inLists = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit' } as const
const daySentence = { day: 'numeric', month: 'long', year: 'numeric' } as const
const details = { ...daySentence, ...time, timeZoneName: 'short' } as const
const shown = {
  lists: inLists,
  daySentence,
  time: { ...inLists, ...time },
  exactTime: { ...inLists, ...time, second: '2-digit' },
  details,
  exactDetails: { ...details, second: '2-digit' },
} as const
type Place = keyof typeof shown
