/** A time to wait, from the facts of a refusal: "1 minute", "15 minutes", and "a few minutes" where it has no number. */
export function minutesText(minutes: unknown): string {
  if (minutes === 1) return '1 minute'
  return `${typeof minutes === 'number' ? minutes : 'a few'} minutes`
}
