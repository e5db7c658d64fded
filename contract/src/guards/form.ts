import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { keptAmount } from '../rules/amount.ts'

const limit = z._default(z.nullable(keptAmount), null)

/** The customer's limits of what they send to others, for one payment, a day and a month of the bank; null is no limit. */
export const guardForm = z.strictObject({ payment: limit, day: limit, month: limit })

export const guardPath = z.object({ currency: z.enum(currencies, 'Currency is required') })
