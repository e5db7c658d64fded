import * as z from 'zod/mini'
import { amount } from '../rules/amount.ts'
import { transactionId } from '../rules/id.ts'

/** The fields of a transfer between two accounts of one customer. `to` is the number of the receiving account. */
export const ownTransferForm = z.strictObject({
  to: z.string('Account is required').check(z.minLength(1, 'Account is required'), z.maxLength(40)),
  amount,
})

/** The same as sent, with an id that the sender creates: a repeat under the same id moves the money once. */
export const ownTransferInstruction = z.extend(ownTransferForm, {
  transactionId,
})
