/** The message about a period that ends before it begins. */
export const lastDayTooEarly = '“To” must not be before “From”'

/** Whether a text is a calendar day that exists, written `YYYY-MM-DD`. */
export function isRealDay(text: string): boolean {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}
