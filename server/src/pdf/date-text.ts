/** Days as the lists of the screens write them, MM/DD/YYYY, in a time zone. */
export function openDateText(timeZone: string): {
  /** A moment's day. */
  readonly ofMoment: (moment: Date) => string
  /** A moment in full: `November 21, 2026 at 11:42 AM UTC`. */
  readonly inFull: (moment: Date) => string
  /** A day written `YYYY-MM-DD`. */
  readonly ofDay: (day: string) => string
} {
  const format = new Intl.DateTimeFormat('en-US', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  })
  const full = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return {
    // The narrow space before AM and PM is not in every font.
    inFull: (moment) => full.format(moment).replace(/\u202f/g, ' '),
    ofMoment: (moment) => format.format(moment),
    ofDay: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
  }
}
