import { dayOf, dayReader, nextDay } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import { bankNow } from '../api/bank-clock.ts'
import { publicConfig } from '../public-config.ts'

/** The heading of a moment's day above its rows on a phone: "Today", "Yesterday" or "Mar 7, 2026", in the bank's time zone. */
export function dayHeadings(): (moment: string) => string {
  const { timeZone } = publicConfig
  const today = dayOf(new Date(bankNow()), timeZone)
  const dayOfMoment = dayReader(timeZone)
  return (moment) => {
    const day = dayOfMoment(new Date(moment))
    if (day === today) return 'Today'
    return nextDay(day) === today ? 'Yesterday' : dayText(day, 'short')
  }
}
