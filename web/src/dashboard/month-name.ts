/** A month (`YYYY-MM`) as people say it: "March 2026", or "Mar" where there is little room. */
export function monthName(month: string, length: 'long' | 'short'): string {
  // Already a month of the bank's time zone: read and written in the same zone, it stays the same month.
  return formats[length].format(new Date(`${month}-01T00:00:00Z`))
}

const formats = {
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
}
