import { monthNames } from '../date-text.ts'
import { weekdayOf } from './bank-holidays.ts'
import type { Rhythm } from './rhythm.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** A day with its weekday, and with its year where that is not the present one: "Tuesday, December 1". */
export function weekdayText(day: string, today: string): string {
  const [year, month, date] = day.split('-').map(Number)
  const text = `${weekdays[weekdayOf(day)]}, ${monthNames[month! - 1]} ${date}`
  return day.slice(0, 4) === today.slice(0, 4) ? text : `${text}, ${year}`
}

/** How often a schedule runs: "On the 1st of each month". Empty for one that runs once. */
export function repeatText({
  firstDay,
  repeat,
  every,
}: Pick<Rhythm, 'firstDay' | 'repeat' | 'every'>): string {
  const [, month, date] = firstDay.split('-').map(Number)
  switch (repeat) {
    case 'once':
      return ''
    case 'weekly':
      return `${every === 1 ? 'Every' : `Every ${every} weeks on`} ${weekdays[weekdayOf(firstDay)]}`
    case 'monthly':
      return `On the ${dateText(date!)} of each month`
    case 'quarterly':
      return `On the ${dateText(date!)} of every third month`
    case 'yearly':
      return `Every year on ${monthNames[month! - 1]} ${date}`
  }
}

/** Until when a schedule runs: ", until …" or ", 12 times". Empty without an end. */
export function endText({ lastDay, times }: Pick<Rhythm, 'lastDay' | 'times'>, today: string): string {
  if (lastDay !== null) return `, until ${weekdayText(lastDay, today)}`
  return times === null ? '' : `, ${times === 1 ? 'once' : `${times} times`}`
}

/** A schedule in words, with the day of its first run: "On the 1st of each month, first on Tuesday, December 1". */
export function scheduleText(
  rhythm: Rhythm,
  { firstDue, today }: { firstDue: string; today: string },
): string {
  const first = weekdayText(firstDue, today)
  if (rhythm.repeat === 'once') return `On ${first}`
  return `${repeatText(rhythm)}, first on ${first}${endText(rhythm, today)}`
}

/** A day of the month: "1st", and "last day" for the 31st, which not every month has. */
function dateText(date: number): string {
  if (date === 31) return 'last day'
  const ending = date > 10 && date < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][date % 10] ?? 'th')
  return `${date}${ending}`
}
