import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { countResetRequest, insertReset } from './password-reset.ts'

/**
 * Stores a request for a link to choose a new password (departure 26). A job looks the e-mail up later, so that an unknown
 * e-mail gets the same answer after the same work.
 */
export async function requestPasswordReset({
  bank,
  input: { email },
  now,
}: Call<typeof endpoints.requestPasswordReset>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    await countResetRequest(connection, email, now)
    await insertReset(connection, { email, askedBy: null }, now)
  })
}
