import * as z from 'zod/mini'

/** The longest address that mail allows (RFC 5321 §4.5.3.1.3). */
export const emailLengthMax = 254

/** An e-mail address, trimmed and in lower case, as it is stored and compared. */
export const email = z.pipe(
  z
    .string('Invalid email address')
    .check(
      z.refine((text) => text.length <= emailLengthMax + 20, { error: 'Invalid email address', abort: true }),
    ),
  z.pipe(
    z.transform((text: string) => text.trim().toLowerCase()),
    z.email('Invalid email address').check(z.maxLength(emailLengthMax, 'Invalid email address')),
  ),
)

/** 8 to 128 characters of any kind, neither trimmed nor truncated. */
export const password = z
  .string('Password must be at least 8 characters')
  .check(
    z.minLength(8, { error: 'Password must be at least 8 characters', abort: true }),
    z.maxLength(128, { error: 'Password must be at most 128 characters', abort: true }),
  )

/** The hint below every PIN field. */
export const pinHint = '4 to 8 digits'

/** A new transaction PIN: 4 to 8 digits. */
export const newPin = z.string('PIN must be at least 4 digits').check(
  z.minLength(4, { error: 'PIN must be at least 4 digits', abort: true }),
  z.refine((text) => /^[0-9]{4,8}$/.test(text), 'PIN must be 4 to 8 digits'),
)

/** At least 10 digits, with the usual separators. */
export const phone = z.pipe(
  z
    .string('Phone number must be at least 10 digits')
    .check(z.refine((text) => text.length <= 40, { error: 'Phone is too long', abort: true })),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z
      .string()
      .check(
        z.refine(
          (text) => /^\+?[0-9 ().\-/]+$/.test(text) && (text.match(/[0-9]/g)?.length ?? 0) >= 10,
          'Phone number must be at least 10 digits',
        ),
      ),
  ),
)

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
