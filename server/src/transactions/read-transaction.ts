import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../call.ts'
import { findRoundUpOf } from '../pots/roundable.ts'
import { Refusal } from '../refusal.ts'
import { firstPostingOf, readBalancesAfter } from './balances-after.ts'
import { readNote } from './note.ts'
import { readPayeeNameMasked } from './payee-name.ts'
import { balanceAfterOf, findOwnTransaction, readStatusChanges, transactionView } from './transaction.ts'

/** One of the caller's transactions, with its status history and the caller's note. */
export const readTransaction: Verb<'readTransaction'> = async ({ bank, actor, params }) => {
  const accountId = actor.account.id
  const transaction = await findOwnTransaction(bank.db, params.id, accountId)
  if (!transaction) throw new Refusal('transaction_not_found')
  const readPostings = async () => {
    const [changes, roundUp] = await Promise.all([
      readStatusChanges(bank.db, transaction.id),
      findRoundUpOf(bank.db, transaction, accountId),
    ])
    const postings = [{ ...firstPostingOf(transaction), status: transaction.firstStatus }, ...changes]
    const sought = roundUp ? [...postings, firstPostingOf(roundUp)] : postings
    return { postings, roundUp, balances: await readBalancesAfter(bank.db, accountId, sought) }
  }
  const [{ postings, roundUp, balances }, note, payeeNameMasked] = await Promise.all([
    readPostings(),
    readNote(bank.db, { transactionId: transaction.id, accountId }),
    readPayeeNameMasked(bank.db, transaction, accountId),
  ])
  return {
    ...transactionView(transaction, accountId, balances),
    timeline: postings.map(({ id, status, bookedAt }) => ({
      status,
      at: bookedAt,
      balanceAfter: balanceAfterOf(id, balances),
    })),
    note,
    payeeNameMasked,
    roundUp: roundUp
      ? {
          pot: roundUp.debitDetail!,
          amount: formatMinor(roundUp.amountMinor),
          balanceAfter: formatMinor(balances.get(roundUp.id)!),
        }
      : null,
  }
}
