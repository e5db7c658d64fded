import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionView } from '@bank/contract/views'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findTransaction, transactionView } from './transaction.ts'

/** One transaction of one's own. Somebody else's is not found, like one that does not exist. */
export async function readTransaction({
  bank,
  actor,
  params,
}: Call<typeof endpoints.readTransaction>): Promise<TransactionView> {
  const transaction = await findTransaction(bank.db, params.id)
  const isOwn =
    transaction?.debitAccountId === actor.account.id || transaction?.creditAccountId === actor.account.id
  if (!transaction || !isOwn) throw new Refusal('transaction_not_found')
  return transactionView(transaction, actor.account.id)
}
