import type { endpoints } from '@bank/contract/endpoints'
import type { Actor, Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { countAsked, insertReset } from './password-reset.ts'

/**
 * Notes that somebody has forgotten their password (departure 26). Whose e-mail it is is looked up later, so that one
 * nobody has gets the same answer after the same work.
 */
export async function askPasswordReset({
  bank,
  input: { email },
  now,
}: Call<typeof endpoints.askPasswordReset, Actor | null>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    await countAsked(connection, email, now)
    await insertReset(connection, { email, askedBy: null }, now)
  })
}
