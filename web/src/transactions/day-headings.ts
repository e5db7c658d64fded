import { dayOf, dayReader, nextDay } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import { bankNow } from '../api/bank-clock.ts'
import { publicConfig } from '../public-config.ts'
import type { GroupHeading } from '../ui/data-table.tsx'

/**
 * The headings of a moment's day, in the bank's time zone: "Today", "Yesterday" or "Mar 7, 2026" above its rows on a phone. A table has
 * the date in each row, so that its heading is the day of the week, "Saturday".
 */
export function dayHeadings(): (moment: string) => GroupHeading {
  const { timeZone } = publicConfig
  const today = dayOf(new Date(bankNow()), timeZone)
  const dayOfMoment = dayReader(timeZone)
  return (moment) => {
    const day = dayOfMoment(new Date(moment))
    const near = day === today ? 'Today' : nextDay(day) === today ? 'Yesterday' : undefined
    return { inList: near ?? dayText(day, 'short'), inTable: near ?? weekdays[new Date(day).getUTCDay()]! }
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
