/** A date and time in mails, refusals and documents, in the bank's time zone: "November 24, 2026 at 12:00 PM UTC". */
export function dateTimeText(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  // Some versions of the locale data put a narrow no-break space before AM and PM, which many fonts lack.
  return format.format(moment).replaceAll('\u202f', ' ')
}

/** A day (`YYYY-MM-DD`) as it is written in a sentence: "November 24, 2026". */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
