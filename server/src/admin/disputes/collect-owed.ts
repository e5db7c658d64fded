import type { Verb } from '../../call.ts'
import { lockDispute, owedOf } from '../../disputes/dispute.ts'
import { disputeCollectedMail } from '../../mail/dispute-letters.ts'
import { whileHeld } from '../../postgres/while-held.ts'
import { Refusal } from '../../refusal.ts'
import { findTransaction } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findDisputeAccount, ownerOf, takeBackCredit } from './provisional-credit.ts'

/** Takes back what is owed after a dispute that ended for the bank, as far as the balance covers it. The same id collects once. */
export const collectOwed: Verb<'collectOwed'> = async ({ bank, actor, params, input, now }) => {
  const { db, config } = bank
  const { collectionId: id } = input
  const { userId: madeBy } = actor
  const book = () =>
    whileHeld(
      db,
      // Of two at once, the second one reads what the first one left.
      async (connection) => {
        const dispute = await lockDispute(connection, params.id, 'for update')
        if (!dispute) throw new Refusal('dispute_not_found')
        if (dispute.user.id === madeBy) throw new Refusal('own_account_edited')
        const earlier = await findTransaction(connection, id)
        if (earlier?.creditDetail === dispute.credit?.id && earlier?.madeBy === madeBy) return null
        if (earlier) throw new Refusal('id_reused')
        if (owedOf(dispute) === 0n) throw new Refusal('dispute_not_owed')
        return dispute
      },
      async (dispute) => {
        if (!dispute) return
        const { currency, end } = dispute
        const payer = await findDisputeAccount(db, dispute, dispute.credit!.accountId)
        if (!payer) throw new Refusal('dispute_without_account', { currency })
        const owner = await ownerOf(db, dispute, payer)
        const mostMinor = owedOf(dispute)
        await takeBackCredit(
          { bank, now },
          { id, dispute, payer, mostMinor, madeBy },
          {
            action: 'dispute_collected',
            reason: end!.reason,
            mailOf: ({ amountMinor: takenBackMinor }) => {
              const owedMinor = mostMinor - takenBackMinor
              return disputeCollectedMail(config, owner, { id, currency, takenBackMinor, owedMinor })
            },
          },
        )
      },
    )
  await whileAdministrator(db, actor, now, book)
}
