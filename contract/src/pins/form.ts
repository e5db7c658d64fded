import * as z from 'zod/mini'

const pin = z.string('Pin must be at least 4 digits long').check(
  z.minLength(4, { error: 'Pin must be at least 4 digits long', abort: true }),
  z.refine((text) => /^[0-9]{4,8}$/.test(text), 'PIN must be 4 to 8 digits'),
)

/** The current PIN and the new one (specification §5, Change PIN). */
export const changePinForm = z.strictObject({ current_pin: pin, new_pin: pin })

/** The PIN of a user who has none, such as an administrator made by a command. */
export const setPinForm = z.strictObject({ new_pin: pin })

export type ChangePinForm = z.output<typeof changePinForm>
export type SetPinForm = z.output<typeof setPinForm>
