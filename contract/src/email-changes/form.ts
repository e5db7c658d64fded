import * as z from 'zod/mini'
import { email } from '../rules/email.ts'

/** The token of a link that was mailed to an address. */
export const emailToken = z.strictObject({ token: z.string().check(z.maxLength(200)) })

/** The new e-mail of the caller. */
export const newEmailForm = z.strictObject({ email })

const wrongCode = 'Enter the 6 digits from the email'

/** The code that was mailed to the new e-mail. Spaces are removed. */
export const emailCodeForm = z.strictObject({
  code: z.pipe(
    z.string(wrongCode).check(z.maxLength(20, { error: wrongCode, abort: true })),
    z.pipe(
      z.transform((text: string) => text.replace(/\s/g, '')),
      z.string().check(z.regex(/^\d{6}$/, wrongCode)),
    ),
  ),
})
