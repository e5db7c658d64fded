import type { Verb } from '../../call.ts'
import { findOwedDisputes, viewOf } from '../../disputes/dispute.ts'
import { readPage } from '../../postgres/read-page.ts'

/** A page of the disputes that ended for the bank of which something is owed. */
export const listOwedDisputes: Verb<'listOwedDisputes'> = async ({ bank: { db }, query }) => {
  const { limit, cursor } = query
  const { rows: disputes, last } = await readPage(limit, (most) =>
    findOwedDisputes(db, { after: cursor, limit: most }),
  )
  return {
    disputes: disputes.map((dispute) => {
      const { currency, transactionId, user } = dispute
      return { ...viewOf(dispute), currency, transactionId, user }
    }),
    nextCursor: last?.id ?? null,
  }
}
