import * as z from 'zod/mini'

/** A calendar day written `YYYY-MM-DD`, from 1900 on and not in the future. */
export const dateOfBirth = z.string('Date of birth is required').check(
  z.minLength(1, { error: 'Date of birth is required', abort: true }),
  z.refine((text) => isBirthDay(text, new Date()), 'Enter a real date'),
)

/** True for an existing day from 1900 until `now`. */
export function isBirthDay(text: string, now: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return false
  return text >= '1900-01-01' && day.getTime() <= now.getTime()
}
