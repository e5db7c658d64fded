import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { transactionView } from './views.ts'

/** One transaction with every status it has had, oldest first. */
export const transactionDetailsView = z.extend(transactionView, {
  timeline: z.array(z.object({ status: z.enum(statuses), at: z.iso.datetime() })),
})

export type TransactionDetailsView = z.output<typeof transactionDetailsView>
