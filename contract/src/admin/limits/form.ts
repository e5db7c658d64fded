import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { keptAmount } from '../../rules/amount.ts'
import { day } from '../../rules/day.ts'
import { id } from '../../rules/id.ts'
import { reason } from '../../rules/reason.ts'

const limit = z._default(z.nullable(keptAmount), null)

/** Limits of one customer in place of the bank’s, which hold before a day; null for the bank’s. */
export const customerLimitsForm = z.strictObject({
  day: limit,
  month: limit,
  until: z._default(z.nullable(day), null),
})

/** The same as it is sent. The caller creates the id, so a repeat under the same id sets them once. */
export const customerLimitsInstruction = z.extend(customerLimitsForm, {
  limitsId: id('Limits ID must be a UUID'),
  reason,
})

export const customerLimitsPath = z.object({
  id: id('User ID is required'),
  currency: z.enum(currencies, 'Currency is required'),
})
