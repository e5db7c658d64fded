import { currencies } from '@bank/ledger/currency'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'
import { beneficiaryView } from '../beneficiaries/view.ts'

/** The facts of a transfer. They never change, so a repeat always gets the same answer. */
export const transferReceipt = z.object({
  id: z.uuid(),
  amount: decimal,
  currency: z.enum(currencies),
  description: z.string(),
  beneficiary: beneficiaryView,
  /** What the sender wrote for the payee. */
  reference: z.nullable(z.string()),
  /** The status it was created with: `success` inside the bank, else `pending`. */
  firstStatus: z.enum(statuses),
  createdAt: moment,
})

export type TransferReceipt = z.output<typeof transferReceipt>
