import type { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import { findOwner } from '../../accounts/account.ts'
import { refusalOf } from '../../books/refusal-of.ts'
import type { Call } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { findStatusChange, findTransaction } from '../../transactions/transaction.ts'
import { holdAdministrator } from '../administrator-act.ts'
import { recordBookedAct } from './booked-act.ts'

type SetStatus = Call<typeof endpoints.setTransactionStatus>

/**
 * Gives a transaction any of the three statuses; its money follows (specification §4, Transaction status; departure
 * 13). The same `changeId` twice is one change. A status that is no longer the one the administrator saw is left as it is.
 * Administrators do not edit transactions of their own.
 */
export async function setTransactionStatus(call: SetStatus) {
  const { bank, actor, params } = call
  const transaction = await findTransaction(bank.db, params.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  const { debitAccountId, creditAccountId } = transaction
  if (actor.account.id === debitAccountId || actor.account.id === creditAccountId) {
    throw new Refusal('own_account_edited')
  }
  return inTransaction(bank.db, async (connection) => {
    await holdAdministrator(connection, actor.userId)
    return setStatus(connection, transaction, call)
  })
}

async function setStatus(
  connection: PoolClient,
  { id, route, debitAccountId, creditAccountId, currency, amountMinor }: Transaction,
  { bank, actor, input, now, answer }: SetStatus,
) {
  const outcome = await bank.books.submit({
    kind: 'change_status',
    changeId: input.changeId,
    transactionId: id,
    route,
    status: input.status,
    seen: input.seen,
    madeBy: actor.userId,
  })
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, { limitMinor: amountMinor, currency, now: now.getTime() })
  }
  // About whoever it was first of all: the sender, or who was funded.
  const target = await findOwner(connection, (debitAccountId ?? creditAccountId)!)
  const act = { actorId: actor.userId, action: 'transaction_status_set', target, id: input.changeId, now }
  await recordBookedAct(connection, act, async () => {
    const change = await findStatusChange(connection, input.changeId, route)
    return change && { ...change, transactionId: id, amount: formatMinor(amountMinor), currency }
  })
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  return { id, status: outcome.transaction.status }
}
