import * as z from 'zod/mini'

const passcode = z
  .string('Passcode is required')
  .check(
    z.minLength(1, { error: 'Passcode is required', abort: true }),
    z.maxLength(128, { error: 'Passcode must be at most 128 characters', abort: true }),
  )

/** The passcode that elevates an administrator's session (§5). */
export const passcodeForm = z.strictObject({ passcode })

/** A new passcode for all administrators (§5), at least 4 characters. */
export const newPasscodeForm = z.strictObject({
  passcode: passcode.check(z.minLength(4, 'Passcode must be at least 4 characters')),
})

export type PasscodeForm = z.output<typeof passcodeForm>
