import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { storeNote } from './note.ts'
import { findOwnTransaction } from './transaction.ts'

/** Writes the caller's note on one of the caller's transactions. The other side has a separate note and cannot see this one. */
export const writeNote: Verb<'writeNote'> = async ({ bank, actor, params, input, now }) => {
  const transaction = await findOwnTransaction(bank.db, params.id, actor.account.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  await storeNote(bank.db, {
    transactionId: transaction.id,
    accountId: actor.account.id,
    note: input.note,
    writtenAt: now,
  })
}
