import type { Verb } from '../../call.ts'
import { findOwedDisputes, viewOf } from '../../disputes/dispute.ts'

const rowsMax = 200

/** The disputes that ended for the bank of which something is owed. */
export const listOwedDisputes: Verb<'listOwedDisputes'> = async ({ bank: { db } }) => {
  const disputes = await findOwedDisputes(db, rowsMax)
  return {
    disputes: disputes.map((dispute) => {
      const { currency, transactionId, user } = dispute
      return { ...viewOf(dispute), currency, transactionId, user }
    }),
  }
}
