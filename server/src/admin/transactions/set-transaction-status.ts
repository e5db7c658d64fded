import type { endpoints } from '@bank/contract/endpoints'
import type { Transaction } from '@bank/ledger/transaction'
import { findOwners } from '../../accounts/account.ts'
import { refusalOf } from '../../books/refusal-of.ts'
import type { Call, Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findTransaction } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'

type SetStatus = Call<typeof endpoints.setTransactionStatus>

/**
 * Sets any of the three statuses of a transaction and moves its money (specification §4, Transaction status; departure
 * 13). The same `changeId` twice is one change. A status that has changed since the administrator saw it is refused.
 * Administrators cannot edit their own transactions.
 */
export const setTransactionStatus: Verb<'setTransactionStatus'> = async (call) => {
  const { bank, actor, params } = call
  const transaction = await findTransaction(bank.db, params.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  const sides = [transaction.debitAccountId, transaction.creditAccountId].filter((id) => id !== null)
  const owners = await findOwners(bank.db, sides)
  if (owners.includes(actor.userId)) throw new Refusal('own_account_edited')
  // The audit event is about the sender, or about the customer who was funded.
  return whileAdministrator(bank.db, actor.userId, () => setStatus(transaction, owners[0]!, call))
}

async function setStatus(
  { id, route, currency, amountMinor }: Transaction,
  target: string,
  { bank, actor, input, now, answer }: SetStatus,
) {
  const outcome = await bank.books.submit({
    type: 'change_status',
    changeId: input.changeId,
    transactionId: id,
    route,
    status: input.status,
    seen: input.seen,
    madeBy: actor.userId,
    audit: { action: 'transaction_status_set', target },
  })
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, {
      limitMinor: amountMinor,
      currency,
      now: now.getTime(),
      timeZone: bank.config.timeZone,
    })
  }
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  return { id, status: outcome.transaction.status }
}
