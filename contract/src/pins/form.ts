import * as z from 'zod/mini'
import { isUsualPin, usualPinReason } from './usual-pins.ts'

const pin = z.string('Pin must be at least 4 digits long').check(
  z.minLength(4, { error: 'Pin must be at least 4 digits long', abort: true }),
  z.refine((text) => /^[0-9]{4,8}$/.test(text), 'PIN must be 4 to 8 digits'),
)

/** The current PIN and the new one (specification §5, Change PIN). */
export const changePinForm = z.strictObject({ current_pin: pin, new_pin: pin })

/** The PIN of a user who has none, such as an administrator made by a command. */
export const setPinForm = z.strictObject({ new_pin: pin })

/**
 * A new PIN instead of a forgotten one, typed twice. `token`: of the mailed link, for a customer whose second proof it is. The usual
 * PINs are refused here only: registration and Change PIN advise against them.
 */
export const recoverPinForm = z
  .strictObject({
    token: z.optional(z.string().check(z.maxLength(200))),
    new_pin: pin.check(z.refine((text) => !isUsualPin(text), usualPinReason)),
    confirm_pin: pin,
  })
  .check(
    z.refine((form) => form.new_pin === form.confirm_pin, {
      error: 'PINs do not match',
      path: ['confirm_pin'],
    }),
  )

export type RecoverPinForm = z.output<typeof recoverPinForm>
