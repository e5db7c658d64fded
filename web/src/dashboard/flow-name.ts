/** A month (`YYYY-MM`) or a day (`YYYY-MM-DD`) as people say it: "March 2026", "March 7, 2026", or "Mar" and "Mar 7". */
export function flowName(during: string, length: 'long' | 'short'): string {
  // Already of the bank's time zone: read and written in the same zone, it stays the same month and day.
  const isDay = during.length === 10
  return formats[isDay ? 'day' : 'month'][length].format(new Date(`${during}${isDay ? '' : '-01'}T00:00:00Z`))
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const formats = {
  month: { long: format({ month: 'long', year: 'numeric' }), short: format({ month: 'short' }) },
  day: {
    long: format({ month: 'long', day: 'numeric', year: 'numeric' }),
    short: format({ month: 'short', day: 'numeric' }),
  },
}
