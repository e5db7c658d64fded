import * as z from 'zod/mini'
import { newPasswordFields, samePasswordTwice } from '../passwords/new-password.ts'
import { email } from '../rules/email.ts'

export const passwordResetRequest = z.strictObject({ email })

/** A new password, typed twice, with the token of the reset link. */
export const resetPasswordForm = z
  .strictObject({ token: z.string().check(z.maxLength(200)), ...newPasswordFields })
  .check(samePasswordTwice)
