import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { id } from '../rules/id.ts'
import { documentPage, documentTotal, exportedMax, listedMax } from './document-page.ts'

const sideType = z.enum(['debit', 'credit'])

/** Names one side of a transaction. */
export const sidePath = z.strictObject({ id: id('Transaction ID is required'), type: sideType })

/** Selects sides of transactions. A condition is met by each of its values; where it is absent, by every side. */
function sideSelection(limitMax: number) {
  return z.strictObject({
    /** At most one user: the lists of several are not merged. */
    ownerIds: z.optional(z.array(z.uuid()).check(z.maxLength(1))),
    sides: z.optional(z.array(sidePath)),
    types: z.optional(z.array(sideType)),
    statuses: z.optional(z.array(z.enum(statuses))),
    ...documentPage(limitMax, sidePath),
  })
}
export const listedSides = sideSelection(listedMax)
export const exportedSides = sideSelection(exportedMax)

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

export type SidePath = z.output<typeof sidePath>
export type SideSelection = z.output<typeof exportedSides>
export type TransactionSide = z.output<typeof transactionSide>
export type SidePage = z.output<typeof sidePage>
