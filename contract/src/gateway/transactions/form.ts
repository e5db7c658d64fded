import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { transactionId } from '../../rules/id.ts'
import { documentPage } from '../document-page.ts'

export const sideType = z.enum(['debit', 'credit'])

/** Names one side of a transaction. */
export const sidePath = z.strictObject({ id: transactionId, type: sideType })

/** Selects sides of transactions. A condition is met by each of its values; where it is absent, by every side. */
export const sideSelection = z.strictObject({
  /** At most one user: the lists of several are not merged. */
  ownerIds: z.optional(z.array(z.uuid()).check(z.maxLength(1))),
  sides: z.optional(z.array(sidePath)),
  types: z.optional(z.array(sideType)),
  statuses: z.optional(z.array(z.enum(statuses))),
  ...documentPage(sidePath),
})

export type SidePath = z.output<typeof sidePath>
export type SideSelection = z.output<typeof sideSelection>
