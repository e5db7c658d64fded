import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'

/** A new e-mail that is not confirmed yet, and when its link or code expires. */
export const pendingEmailView = z.object({ email: z.string(), expiresAt: moment })

/** The e-mail with which the user of a link logs in from now on. */
export const replacedEmailView = z.object({ email: z.string() })

/** The caller's e-mail. */
export const emailView = z.object({
  email: z.string(),
  isConfirmed: z.boolean(),
  /** The new one for which a code was mailed; null when there is none. */
  pending: z.nullable(pendingEmailView),
})

export type EmailView = z.output<typeof emailView>
