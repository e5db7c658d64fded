import * as z from 'zod/mini'
import { accountNumber } from '../accounts/form.ts'

/** The closing of an account. `to` is the number of the own account that gets the money that is left. */
export const accountClosing = z.strictObject({ to: z.optional(accountNumber) })
