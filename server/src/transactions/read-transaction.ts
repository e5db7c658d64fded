import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionDetailsView } from '@bank/contract/transactions/view'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { firstPostingOf, readBalancesAfter } from './balances-after.ts'
import { readNote } from './note.ts'
import { readPayeeNameMasked } from './payee-name.ts'
import { balanceAfterOf, findOwnTransaction, readStatusChanges, transactionView } from './transaction.ts'

/** One of the caller's transactions, with its status history and the caller's note. */
export async function readTransaction({
  bank,
  actor,
  params,
}: Call<typeof endpoints.readTransaction>): Promise<TransactionDetailsView> {
  const accountId = actor.account.id
  const transaction = await findOwnTransaction(bank.db, params.id, accountId)
  if (!transaction) throw new Refusal('transaction_not_found')
  const readPostings = async () => {
    const first = { ...firstPostingOf(transaction), status: transaction.firstStatus }
    const postings = [first, ...(await readStatusChanges(bank.db, transaction.id))]
    return { postings, balances: await readBalancesAfter(bank.db, accountId, postings) }
  }
  const [{ postings, balances }, note, payeeNameMasked] = await Promise.all([
    readPostings(),
    readNote(bank.db, { transactionId: transaction.id, accountId }),
    readPayeeNameMasked(bank.db, transaction, accountId),
  ])
  return {
    ...transactionView(transaction, accountId, balances),
    timeline: postings.map(({ id, status, bookedAt }) => ({
      status,
      at: bookedAt.toISOString(),
      balanceAfter: balanceAfterOf(id, balances),
    })),
    note,
    payeeNameMasked,
  }
}
