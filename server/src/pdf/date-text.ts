/** Formats days as MM/DD/YYYY, like the lists of the screens. */
export function openDateText(timeZone: string): {
  /** The day of an instant in the time zone. */
  readonly ofMoment: (moment: Date) => string
  /** A day written `YYYY-MM-DD`. */
  readonly ofDay: (day: string) => string
} {
  const format = new Intl.DateTimeFormat('en-US', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  })
  return {
    ofMoment: (moment) => format.format(moment),
    ofDay: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
  }
}
