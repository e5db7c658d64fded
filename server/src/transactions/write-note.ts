import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { keepNote } from './note.ts'
import { findOwnTransaction } from './transaction.ts'

/** Keeps one's own note on a transaction of one's own. The other side has its own and does not see this one. */
export async function writeNote({
  bank,
  actor,
  params,
  input,
  now,
}: Call<typeof endpoints.writeNote>): Promise<undefined> {
  const transaction = await findOwnTransaction(bank.db, params.id, actor.account.id)
  if (!transaction) throw new Refusal('transaction_not_found')
  await keepNote(bank.db, {
    transactionId: transaction.id,
    accountId: actor.account.id,
    note: input.note,
    writtenAt: now,
  })
}
