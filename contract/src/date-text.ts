import { clockAt } from './bank-day.ts'

/** In a sentence the name of a month is whole, elsewhere it has three letters. */
type Length = 'long' | 'short'

/** The names of the months. Not from `Intl`: on a phone, creating a format takes longer than rendering a page. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A day (`YYYY-MM-DD`) in the columns that the specification fixes (§2), and in no other place: 03/07/2026. */
export function dayInColumn(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
}

/** A day (`YYYY-MM-DD`) in all other places: "March 7, 2026" in a sentence, else "Mar 7, 2026". */
export function dayText(day: string, length: Length): string {
  const [year, month, date] = day.split('-').map(Number)
  const name = monthNames[month! - 1]!
  return `${length === 'long' ? name : name.slice(0, 3)} ${date}, ${year}`
}

/** A moment with the name of the time zone: "March 7, 2026 at 2:15 PM GMT+1" in a sentence, else "Mar 7, 2026, 2:15 PM GMT+1". */
export function momentText(moment: Date, timeZone: string, length: Length, hasSeconds = false): string {
  const { day, time, zone } = clockAt(moment, timeZone)
  const hour = Number(time.slice(0, 2))
  const rest = time.slice(2, hasSeconds ? 8 : 5)
  const clock = `${hour % 12 || 12}${rest} ${hour < 12 ? 'AM' : 'PM'} ${zone}`
  return `${dayText(day, length)}${length === 'long' ? ' at' : ','} ${clock}`
}
