import type { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import { type Account, findAccount, readLastBalance } from '../../accounts/account.ts'
import { derivedId } from '../../books/derived-id.ts'
import type { Call, Verb } from '../../call.ts'
import { type Dispute, findDispute, lockDispute, owedOf, storeEnd } from '../../disputes/dispute.ts'
import { disputeEndedMail } from '../../mail/dispute-letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { recordAdministratorAct, whileAdministrator } from '../administrator-act.ts'
import { findCreditApprovals } from '../approvals/approval.ts'
import { findDisputeAccount, ownerOf, takeBackCredit } from './provisional-credit.ts'

// The customer may spend the rest, close the account or get the credit between two tries.
const triesMax = 4

/**
 * Ends a dispute. For the customer, who keeps the credit; for the bank, which takes it back as far as the balance covers it: the books write
 * the end in the commit of the taking back. What is left is listed as owed.
 */
export const endDispute: Verb<'endDispute'> = async (call) => {
  const { bank, actor, params, input } = call
  for (let tries = 0; tries < triesMax; tries++) {
    const dispute = await findDispute(bank.db, params.id)
    if (!dispute) throw new Refusal('dispute_not_found')
    if (dispute.user.id === actor.userId) throw new Refusal('own_account_edited')
    if (isEnded(dispute, call)) return
    const payer = input.outcome === 'bank' ? await findPayer(call, dispute) : undefined
    const isDone = payer ? await takeBackAndEnd(call, dispute, payer) : await endAsItIs(call, dispute)
    if (isDone) return
  }
  throw new Refusal('busy')
}

type EndCall = Call<typeof endpoints.endDispute>

/** True where the caller has ended the dispute in the same way; throws where it has ended otherwise. */
function isEnded({ end }: Dispute, { actor, input }: EndCall): boolean {
  if (!end) return false
  if (end.by.id === actor.userId && end.outcome === input.outcome && end.reason === input.reason) return true
  throw new Refusal('dispute_ended', { name: end.by.name })
}

/** The account from which the credit is taken back; undefined where there is no credit, or nothing to be taken. */
async function findPayer({ bank: { db } }: EndCall, dispute: Dispute): Promise<Account | undefined> {
  const account = dispute.credit && (await findDisputeAccount(db, dispute, dispute.credit.accountId))
  if (!account) return undefined
  return (await readLastBalance(db, account.id)).balanceMinor > 0n ? account : undefined
}

/** Has the books take back what there is. False where there is nothing any more, or the account was closed. */
async function takeBackAndEnd(call: EndCall, dispute: Dispute, payer: Account): Promise<boolean> {
  const { bank, actor, input, now } = call
  const { id: disputeId, currency } = dispute
  const credit = dispute.credit!
  const owner = await ownerOf(bank.db, dispute, payer)
  const mailed = { id: disputeId, outcome: input.outcome, reason: input.reason, currency }
  const { reason } = input
  const book = () =>
    takeBackCredit(
      { bank, now },
      {
        id: derivedId(`credit taking back ${disputeId}`),
        dispute,
        payer,
        mostMinor: credit.amountMinor,
        madeBy: actor.userId,
      },
      {
        action: 'dispute_ended',
        reason,
        dispute: { disputeId, is: 'end', reason },
        mailOf: ({ amountMinor: takenBackMinor }) => {
          const owedMinor = credit.amountMinor - takenBackMinor
          return disputeEndedMail(bank.config, owner, { ...mailed, takenBackMinor, owedMinor })
        },
      },
    )
  try {
    await whileAdministrator(bank.db, actor, now, async (connection) => {
      const locked = (await lockDispute(connection, disputeId, 'for key share'))!
      if (locked.end) throw new Refusal('dispute_ended', { name: locked.end.by.name })
      await book()
    })
    return true
  } catch (error) {
    // The next try finds what has changed: also the end by another person, who used the id.
    const changes = ['balance_insufficient', 'account_closed', 'id_reused', 'dispute_ended']
    if (error instanceof Refusal && changes.includes(error.code)) return false
    throw error
  }
}

/** Ends a dispute without a movement. False where it got a credit meanwhile that is to be taken back. */
function endAsItIs(call: EndCall, seen: Dispute): Promise<boolean> {
  const { bank, actor, input, now } = call
  const { outcome, reason } = input
  return inTransaction(bank.db, async (connection) => {
    const dispute = (await lockDispute(connection, seen.id, 'for update'))!
    const { id, user, currency, credit } = dispute
    if (dispute.end || (outcome === 'bank' && credit && !seen.credit)) return false
    if (!credit && (await findCreditApprovals(connection, id, now)).waiting) {
      throw new Refusal('dispute_credit_waits')
    }
    if (!credit && outcome === 'customer') throw new Refusal('dispute_not_credited')
    await storeEnd(connection, { id, outcome, reason, endedBy: actor.userId, endedAt: now })
    const account = (await findAccount(connection, credit?.accountId ?? dispute.accountId))!
    const owner = await ownerOf(connection, dispute, account)
    const owedMinor = owedOf((await findDispute(connection, id))!)
    const mailed = { id, outcome, reason, currency, takenBackMinor: 0n, owedMinor }
    await queueMail(connection, disputeEndedMail(bank.config, owner, mailed), now)
    const details = {
      disputeId: id,
      outcome,
      reason,
      ...(owedMinor > 0n && { owed: formatMinor(owedMinor), currency }),
    }
    await recordAdministratorAct(connection, actor, {
      action: 'dispute_ended',
      target: user.id,
      details,
      now,
    })
    return true
  })
}
