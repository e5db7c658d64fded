import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { readNote } from './note.ts'
import { readPayeeNameMasked } from './payee-name.ts'
import { findOwnTransaction, readStatusChanges, transactionView } from './transaction.ts'

/** One of the caller's transactions, with its status history and the caller's note. */
export async function readTransaction({
  bank,
  actor,
  params,
}: Call<typeof endpoints.readTransaction>): Promise<TransactionDetailsView> {
  const accountId = actor.account.id
  const transaction = await findOwnTransaction(bank.db, params.id, accountId)
  if (!transaction) throw new Refusal('transaction_not_found')
  const [changes, note, payeeNameMasked] = await Promise.all([
    readStatusChanges(bank.db, transaction.id),
    readNote(bank.db, { transactionId: transaction.id, accountId }),
    readPayeeNameMasked(bank.db, transaction, accountId),
  ])
  const first = { status: transaction.firstStatus, bookedAt: new Date(transaction.createdAt) }
  return {
    ...transactionView(transaction, accountId),
    timeline: [first, ...changes].map(({ status, bookedAt }) => ({ status, at: bookedAt.toISOString() })),
    note,
    payeeNameMasked,
  }
}
