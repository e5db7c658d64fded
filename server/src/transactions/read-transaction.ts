import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { kinds } from '@bank/ledger/kinds'
import { formatMinor } from '@bank/ledger/money'
import { endsUndoTime, isTakenBackBySender, type Transaction } from '@bank/ledger/transaction'
import { findAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { findRelease } from '../books/rows/releases.ts'
import type { Verb } from '../call.ts'
import { decidedBy, disputableUntil } from '../disputes/disputable.ts'
import { type Dispute, findDisputeOf, readDisputableMinor, viewOf } from '../disputes/dispute.ts'
import { findRoundUpOf } from '../pots/roundable.ts'
import { Refusal } from '../refusal.ts'
import { firstPostingOf, readBalancesAfter } from './balances-after.ts'
import { readNote } from './note.ts'
import { readPayeeNameMasked } from './payee-name.ts'
import { releasedAtOf } from './release.ts'
import {
  balanceAfterOf,
  describeTransaction,
  findOwnTransaction,
  readReasonsForCustomer,
  readStatusChanges,
  transactionView,
} from './transaction.ts'

/** One of the caller's transactions, with its status history and the caller's note. */
export const readTransaction: Verb<'readTransaction'> = async ({ bank, actor, params, now }) => {
  const accountId = actor.account.id
  const transaction = await findOwnTransaction(bank.db, params.id, accountId)
  if (!transaction) throw new Refusal('transaction_not_found')
  const readPostings = async () => {
    const [changes, roundUp] = await Promise.all([
      readStatusChanges(bank.db, transaction.id),
      findRoundUpOf(bank.db, transaction, accountId),
    ])
    const first = { ...firstPostingOf(transaction), status: transaction.firstStatus, madeBy: null }
    const postings = [first, ...changes]
    const sought = roundUp ? [...postings, firstPostingOf(roundUp)] : postings
    const [balances, reasons] = await Promise.all([
      readBalancesAfter(bank.db, accountId, sought),
      readReasonsForCustomer(
        bank.db,
        postings.map(({ id }) => id),
      ),
    ])
    return { postings, roundUp, balances, reasons }
  }
  const isOwnPayment = kinds[transaction.kind].mayBeDisputed && transaction.debitAccountId === accountId
  const [{ postings, roundUp, balances, reasons }, note, payeeNameMasked, payer, dispute] = await Promise.all(
    [
      readPostings(),
      readNote(bank.db, { transactionId: transaction.id, accountId }),
      readPayeeNameMasked(bank.db, transaction, accountId),
      readPayer(bank, transaction, accountId),
      isOwnPayment ? findDisputeOf(bank.db, transaction.id) : undefined,
    ],
  )
  const timeline = postings.map(({ id, status, bookedAt, madeBy }) => ({
    status,
    at: bookedAt,
    isTakenBack: madeBy !== null && isTakenBackBySender(transaction, { status, madeBy }),
    isRelease: madeBy !== null && endsUndoTime(transaction, { status, madeBy }),
    reason: reasons.get(id) ?? null,
    balanceAfter: balanceAfterOf(id, balances),
  }))
  // For its payee a transfer begins with its release.
  const isWaitHidden = transaction.debitAccountId !== accountId && timeline[1]?.isRelease
  return {
    ...transactionView(transaction, accountId, balances),
    timeline: isWaitHidden ? timeline.slice(1) : timeline,
    takeBackUntil:
      postings.length === 1 ? await findTakeBackUntil(bank, transaction, actor.userId, now) : null,
    note,
    payeeNameMasked,
    dispute: dispute ? viewOf(dispute) : null,
    disputable: isOwnPayment ? await disputableOf(bank, transaction, dispute, now) : null,
    payer,
    roundUp: roundUp
      ? {
          pot: roundUp.debitDetail!,
          amount: formatMinor(roundUp.amountMinor),
          balanceAfter: formatMinor(balances.get(roundUp.id)!),
        }
      : null,
  }
}

/** How much of a payment of the user can be disputed, and until when; null where it came back, is disputed, credited, or it is too late. */
async function disputableOf(
  { db, config }: Bank,
  transaction: Transaction,
  last: Dispute | undefined,
  now: Date,
): Promise<{ until: Date; decidedBy: Date; most: string } | null> {
  const mostMinor = await readDisputableMinor(db, { transaction, last, now })
  if (mostMinor === 0n) return null
  const until = disputableUntil(transaction)
  return { until, decidedBy: decidedBy(now, config), most: formatMinor(mostMinor) }
}

/** Until when the user can take a transfer back that has its first status; null where that is not possible. */
async function findTakeBackUntil(
  { db, config }: Bank,
  transaction: Transaction,
  userId: string,
  now: Date,
): Promise<Date | null> {
  const { id, kind, madeBy, status } = transaction
  if (madeBy !== userId || status !== 'pending' || !kinds[kind].mayBeTakenBack) return null
  const release = await findRelease(db, id)
  const releasedAt = Math.max(releasedAtOf(transaction, config), release?.releaseAt ?? 0)
  return now.getTime() < releasedAt ? new Date(releasedAt) : null
}

/** The account of this bank that a transfer came from, as a payee; null on everything else. */
async function readPayer(
  { db, config }: Bank,
  transaction: Transaction,
  accountId: bigint,
): Promise<BeneficiaryView | null> {
  const { type, counterparty } = describeTransaction(transaction, accountId)
  if (type === 'debit' || counterparty === null || transaction.debitAccountId === null) return null
  const { bankName, bankAddress, bankSwift: swiftCode, bankRouting: routingNumber } = config
  const { number } = (await findAccount(db, transaction.debitAccountId))!
  return { accountName: counterparty, accountNumber: number, bankName, bankAddress, swiftCode, routingNumber }
}
