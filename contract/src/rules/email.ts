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
