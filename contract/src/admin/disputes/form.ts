import * as z from 'zod/mini'
import { id } from '../../rules/id.ts'
import { reason } from '../../rules/reason.ts'

export const disputePath = z.object({ id: id('Dispute ID must be a UUID') })

/** Collects what is owed. The caller creates the id: a repeat under the same id collects once. */
export const disputeCollection = z.strictObject({ collectionId: id('Collection ID must be a UUID') })

/** Ends a dispute for the customer, who keeps the credit, or for the bank, which takes it back. The customer reads the reason. */
export const disputeEnd = z.strictObject({
  outcome: z.enum(['customer', 'bank'], 'Choose the customer or the bank'),
  reason,
})
