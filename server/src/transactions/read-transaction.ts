import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionDetailsView } from '@bank/contract/transaction-details-view'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findTransaction, readStatusChanges, transactionView } from './transaction.ts'

/** One transaction of one's own, with every status it has had. Somebody else's is not found, like one that does not exist. */
export async function readTransaction({
  bank,
  actor,
  params,
}: Call<typeof endpoints.readTransaction>): Promise<TransactionDetailsView> {
  const transaction = await findTransaction(bank.db, params.id)
  const isOwn =
    transaction?.debitAccountId === actor.account.id || transaction?.creditAccountId === actor.account.id
  if (!transaction || !isOwn) throw new Refusal('transaction_not_found')
  const changes = await readStatusChanges(bank.db, transaction.id)
  const first = { status: transaction.firstStatus, bookedAt: new Date(transaction.createdAt) }
  return {
    ...transactionView(transaction, actor.account.id),
    timeline: [first, ...changes].map(({ status, bookedAt }) => ({ status, at: bookedAt.toISOString() })),
  }
}
