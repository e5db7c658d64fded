import * as z from 'zod/mini'
import { accountView } from '../accounts/view.ts'
import { accountNumber, decimal, moment } from '../answer-formats.ts'

/** The facts of a transfer between two accounts of one customer, which never change. */
export const ownTransferReceipt = z.object({
  id: z.uuid(),
  /** The numbers of the two accounts. */
  from: accountNumber,
  to: accountNumber,
  amount: decimal,
  currency: accountView.shape.currency,
  createdAt: moment,
})

export type OwnTransferReceipt = z.output<typeof ownTransferReceipt>
