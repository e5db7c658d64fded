import type { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import { findOwner } from '../accounts/account.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findStatusChange, findTransaction } from '../transactions/transaction.ts'
import { recordBookedAct } from './booked-act.ts'

/**
 * Gives a transaction any of the three statuses; its money follows (specification §4, Transaction status; departure
 * 13). The same `changeId` twice is one change. Administrators do not edit transactions of their own.
 */
export async function setTransactionStatus({
  bank,
  actor,
  params,
  input,
  now,
  answer,
}: Call<typeof endpoints.setTransactionStatus>) {
  const transaction = await findTransaction(bank.db, params.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  const { id, route, debitAccountId, creditAccountId, currency, amountMinor } = transaction
  if (actor.account.id === debitAccountId || actor.account.id === creditAccountId) {
    throw new Refusal('own_account_edited')
  }

  const outcome = await bank.books.submit({
    kind: 'change_status',
    changeId: input.changeId,
    transactionId: id,
    route,
    status: input.status,
    madeBy: actor.userId,
  })
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, { limitMinor: amountMinor, currency, now: now.getTime() })
  }
  // About whoever it was first of all: the sender, or who was funded.
  const target = await findOwner(bank.db, (debitAccountId ?? creditAccountId)!)
  const act = { actorId: actor.userId, action: 'transaction_status_set', target, id: input.changeId, now }
  await recordBookedAct(bank.db, act, async (connection) => {
    const change = await findStatusChange(connection, input.changeId, route)
    return change && { ...change, transactionId: id, amount: formatMinor(amountMinor), currency }
  })
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  return { id, status: outcome.transaction.status }
}
