import type { Verb } from '../../call.ts'
import { findOwedDisputes, viewOf } from '../../disputes/dispute.ts'

/** A page of the disputes that ended for the bank of which something is owed. */
export const listOwedDisputes: Verb<'listOwedDisputes'> = async ({ bank: { db }, query }) => {
  const { limit, cursor } = query
  // One more row shows whether there is a next page.
  const found = await findOwedDisputes(db, { after: cursor, limit: limit + 1 })
  const disputes = found.slice(0, limit)
  return {
    disputes: disputes.map((dispute) => {
      const { currency, transactionId, user } = dispute
      return { ...viewOf(dispute), currency, transactionId, user }
    }),
    nextCursor: found.length > disputes.length ? disputes.at(-1)!.id : null,
  }
}
