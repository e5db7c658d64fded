import { dayReader } from '@bank/contract/bank-day'

/** Formats days as MM/DD/YYYY, like the lists of the screens. */
export function openDateText(timeZone: string): {
  /** The day of an instant in the time zone. */
  readonly ofMoment: (moment: Date) => string
  /** A day written `YYYY-MM-DD`. */
  readonly ofDay: (day: string) => string
} {
  const dayOf = dayReader(timeZone)
  const ofDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
  return { ofMoment: (moment) => ofDay(dayOf(moment)), ofDay }
}
