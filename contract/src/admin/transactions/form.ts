import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { amount } from '../../rules/amount.ts'
import { id } from '../../rules/id.ts'

/** Funds a customer's account. The caller creates the id, so a repeat under the same id funds once. */
export const fundingInstruction = z.strictObject({
  transactionId: id('Transaction ID is required'),
  amount,
})

/** The fields of the funding form; the id is added when it is sent. */
export const fundingForm = z.strictObject({ amount })

/**
 * A new status for a transaction. A repeat under the same `changeId` changes it once. `seen` is the status the
 * administrator saw: when the transaction has another one by now, the change is refused.
 */
export const statusChange = z.strictObject({
  changeId: id('Transaction ID is required'),
  status: z.enum(statuses, 'Status is required'),
  seen: z.optional(z.enum(statuses, 'Status is required')),
})

export type StatusChange = z.output<typeof statusChange>
