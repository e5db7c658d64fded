import * as z from 'zod/mini'

/** The hint below every PIN field. */
export const pinHint = '4 to 8 digits'

/** A new transaction PIN: 4 to 8 digits. */
export const newPin = z.string('PIN must be at least 4 digits').check(
  z.minLength(4, { error: 'PIN must be at least 4 digits', abort: true }),
  z.refine((text) => /^[0-9]{4,8}$/.test(text), 'PIN must be 4 to 8 digits'),
)
