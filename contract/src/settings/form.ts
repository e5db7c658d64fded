import * as z from 'zod/mini'
import { password } from '../rules/person.ts'
import { code, recoveryCode } from '../two-factor/form.ts'

const newPassword = z
  .string('Password must be at least 8 characters long')
  .check(
    z.minLength(8, { error: 'Password must be at least 8 characters long', abort: true }),
    z.maxLength(128, { error: 'Password must be at most 128 characters', abort: true }),
  )

export const newPasswordFields = { new_password: newPassword, confirm_password: newPassword }

export const samePasswordTwice = z.refine<{ new_password: string; confirm_password: string }>(
  (form) => form.new_password === form.confirm_password,
  { error: 'Passwords do not match', path: ['confirm_password'] },
)

/** A new password, typed twice (specification §5, Change password). The current one is not among the fields. */
export const changePasswordForm = z.strictObject(newPasswordFields).check(samePasswordTwice)

const pin = z.string('Pin must be at least 4 digits long').check(
  z.minLength(4, { error: 'Pin must be at least 4 digits long', abort: true }),
  z.refine((text) => /^[0-9]{4,8}$/.test(text), 'PIN must be 4 to 8 digits'),
)

/** The PIN one has and the one to use from now on (specification §5, Change PIN). */
export const changePinForm = z.strictObject({ current_pin: pin, new_pin: pin })

/** The first PIN of somebody who has none, such as an administrator made by a command. */
export const setPinForm = z.strictObject({ new_pin: pin })

/**
 * What confirms that the owner is the one sitting there: the current password, and where two-factor is on the
 * authenticator's code or a recovery code.
 */
export const confirmationForm = z
  .strictObject({ password, code: z.optional(code), recovery_code: z.optional(recoveryCode) })
  .check(
    z.refine((form) => form.code === undefined || form.recovery_code === undefined, {
      error: 'Send a code or a recovery code, not both',
      path: ['recovery_code'],
    }),
  )

/** The same as a screen asks for it, by what is asked for besides the password. */
export const confirmationForms = {
  password: z.object({ password }),
  code: z.object({ password, code }),
  recovery_code: z.object({ password, recovery_code: recoveryCode }),
}

export type ChangePasswordForm = z.output<typeof changePasswordForm>
export type ChangePinForm = z.output<typeof changePinForm>
export type SetPinForm = z.output<typeof setPinForm>
export type ConfirmationForm = z.input<typeof confirmationForm>
