import * as z from 'zod/mini'
import { password } from '../passwords/password.ts'
import { code, recoveryCode } from '../two-factor/form.ts'

/**
 * Confirms the identity of the signed-in user: the current password and, with two-factor authentication on, a code of
 * the authenticator or a recovery code.
 */
export const confirmationForm = z
  .strictObject({ password, code: z.optional(code), recovery_code: z.optional(recoveryCode) })
  .check(
    z.refine((form) => form.code === undefined || form.recovery_code === undefined, {
      error: 'Send a code or a recovery code, not both',
      path: ['recovery_code'],
    }),
  )

/** The same as the screens ask for it, by the second field. */
export const confirmationForms = {
  password: z.object({ password }),
  code: z.object({ password, code }),
  recovery_code: z.object({ password, recovery_code: recoveryCode }),
}

export type ConfirmationForm = z.input<typeof confirmationForm>
