import * as z from 'zod/mini'

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

/** A new password, typed twice (specification §5, Change password). The current one is asked for by the confirmation. */
export const changePasswordForm = z.strictObject(newPasswordFields).check(samePasswordTwice)

export type ChangePasswordForm = z.output<typeof changePasswordForm>
