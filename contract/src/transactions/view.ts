import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { transactionView } from '../views.ts'

/** One transaction with every status it has had, oldest first, and one's own note on it, empty when there is none. */
export const transactionDetailsView = z.extend(transactionView, {
  timeline: z.array(z.object({ status: z.enum(statuses), at: z.iso.datetime() })),
  note: z.string(),
})

export type TransactionDetailsView = z.output<typeof transactionDetailsView>
