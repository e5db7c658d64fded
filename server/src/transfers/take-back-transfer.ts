import { findAccount } from '../accounts/account.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { Verb } from '../call.ts'
import { holdUncredited } from '../disputes/dispute.ts'
import { limitedSenderOf } from '../guards/paid-beneficiary.ts'
import { whileHeld } from '../postgres/while-held.ts'
import { Refusal } from '../refusal.ts'
import { releasedAtOf } from '../transactions/release.ts'
import { findOwnTransaction } from '../transactions/transaction.ts'

/**
 * Takes back a transfer that is not released: its money is on the caller's account again, and its status stays
 * from then on. Needs no PIN, because the money comes back, and is possible while the payments are frozen. The books decide under the lock
 * of the transaction's accounts. The same `changeId` twice takes it back once.
 */
export const takeBackTransfer: Verb<'takeBackTransfer'> = async ({
  bank,
  actor,
  params,
  input,
  now,
  answer,
}) => {
  const { db, books, config } = bank
  const transaction = await findOwnTransaction(db, params.id, actor.account.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  const { id, route, currency, amountMinor, creditAccountId } = transaction
  const payee = creditAccountId === null ? undefined : await findAccount(db, creditAccountId)
  const book = () =>
    books.submit({
      type: 'change_status',
      changeId: input.changeId,
      transactionId: id,
      route,
      status: 'failed',
      sender: limitedSenderOf(transaction, payee?.number ?? null, config),
      releasedAt: releasedAtOf(transaction, config),
      madeBy: actor.userId,
    })
  const outcome = await whileHeld(
    db,
    (connection) => holdUncredited(connection, db, [transaction]),
    (credited) => {
      if (credited.has(id)) throw new Refusal('payment_credited')
      return book()
    },
  )
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, { config, limitMinor: amountMinor, currency, now })
  }
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
}
