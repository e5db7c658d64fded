import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { countResetRequest, insertReset } from './password-reset.ts'

/**
 * Stores a request for a link to choose a new password (departure 26). A job looks the e-mail up later, so that an unknown
 * e-mail gets the same answer after the same work.
 */
export const requestPasswordReset: Verb<'requestPasswordReset'> = async ({ bank, input, now }) => {
  const { email } = input
  await inTransaction(bank.db, async (connection) => {
    await countResetRequest(connection, { email, purpose: 'password' }, now)
    await insertReset(connection, { email, purpose: 'password', askedBy: null }, now)
  })
}
