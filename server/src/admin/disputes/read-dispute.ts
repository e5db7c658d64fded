import { hasRight } from '@bank/contract/roles/rights'
import { formatMinor } from '@bank/ledger/money'
import { findAccount, readLastBalance } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { type Dispute, findDispute, viewOf } from '../../disputes/dispute.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { describeTransaction, findTransaction } from '../../transactions/transaction.ts'
import { findCreditApprovals } from '../approvals/approval.ts'
import { recordUserOpened } from '../users/user-opened.ts'
import { findDisputeAccount } from './provisional-credit.ts'

/** A dispute with what staff decide on. Writes an audit event, because it shows what is on the customer's account. */
export const readDispute: Verb<'readDispute'> = async ({ bank, actor, params, now }) => {
  const { db } = bank
  const dispute = await findDispute(db, params.id)
  if (!dispute) throw new Refusal('dispute_not_found')
  const { transactionId, accountId, user, currency, openedBy, end } = dispute
  await recordUserOpened(bank, { actorId: actor.userId, userId: user.id, now })
  const [account, transaction, { waiting }, takingBack] = await Promise.all([
    findAccount(db, accountId),
    findTransaction(db, transactionId),
    findCreditApprovals(db, dispute.id, now),
    end ? null : previewTakingBack(db, dispute),
  ])
  const { amount, createdAt, counterparty, description } = describeTransaction(transaction!, accountId)
  return {
    ...viewOf(dispute),
    currency,
    transactionId,
    user,
    accountNumber: account!.isMain ? null : account!.number,
    payment: { amount, createdAt, payee: counterparty ?? description },
    openedBy,
    waitingCredit: waiting && { approvalId: waiting.id, expiresAt: waiting.expiresAt },
    takingBack,
    mayDecide: user.id !== actor.userId && hasRight(actor.role, 'fund'),
  }
}

/** What would be taken back of the credit now, and what would stay owed. */
async function previewTakingBack(db: Connection, dispute: Dispute) {
  const { credit } = dispute
  if (!credit) return null
  const account = await findDisputeAccount(db, dispute, credit.accountId)
  const balanceMinor = account ? (await readLastBalance(db, account.id)).balanceMinor : 0n
  const amountMinor = balanceMinor < credit.amountMinor ? balanceMinor : credit.amountMinor
  return { amount: formatMinor(amountMinor), owed: formatMinor(credit.amountMinor - amountMinor) }
}
