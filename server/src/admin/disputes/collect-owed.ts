import type { Verb } from '../../call.ts'
import { lockDispute, owedOf } from '../../disputes/dispute.ts'
import { disputeCollectedMail } from '../../mail/dispute-letters.ts'
import { Refusal } from '../../refusal.ts'
import { findTransaction } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findDisputeAccount, ownerOf, takeBackCredit } from './provisional-credit.ts'

/** Takes back what is owed after a dispute that ended for the bank, as far as the balance covers it. The same id collects once. */
export const collectOwed: Verb<'collectOwed'> = async ({ bank, actor, params, input, now }) => {
  const { db, config } = bank
  const { collectionId: id } = input
  const { userId: madeBy } = actor
  await whileAdministrator(db, actor, now, async (connection) => {
    // Of two at once, the second one reads what the first one left.
    const dispute = await lockDispute(connection, params.id, 'for update')
    if (!dispute) throw new Refusal('dispute_not_found')
    if (dispute.user.id === madeBy) throw new Refusal('own_account_edited')
    const earlier = await findTransaction(connection, id)
    if (earlier?.creditDetail === dispute.credit?.id && earlier?.madeBy === madeBy) return
    if (earlier) throw new Refusal('id_reused')
    const mostMinor = owedOf(dispute)
    if (mostMinor === 0n) throw new Refusal('dispute_not_owed')
    const { currency, end } = dispute
    const payer = await findDisputeAccount(connection, dispute, dispute.credit!.accountId)
    if (!payer) throw new Refusal('dispute_without_account', { currency })
    const owner = await ownerOf(connection, dispute, payer)
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
  })
}
