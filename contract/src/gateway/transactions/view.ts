import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { documentTotal } from '../document-page.ts'
import { sideType } from './form.ts'

/**
 * One side of a transaction: the debit of the account that pays, or the credit of the one that receives. A transfer inside the
 * bank has both, a transfer to another bank and a funding have one.
 */
export const transactionSide = z.object({
  transactionId: z.uuid(),
  type: sideType,
  /** The user whose account it is. */
  ownerId: z.uuid(),
  amountMinor: z.bigint(),
  description: z.string(),
  status: z.enum(statuses),
  createdAt: z.date(),
  /** When the status was last changed, and how often. */
  updatedAt: z.date(),
  statusChanges: z.int(),
})

export const sidePage = z.object({ sides: z.array(transactionSide), total: documentTotal })

export type TransactionSide = z.output<typeof transactionSide>
export type SidePage = z.output<typeof sidePage>
