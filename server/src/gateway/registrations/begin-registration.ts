import type { GatewayVerb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { hashFirstPassword } from '../../registration/new-customer.ts'
import { isEmailTaken } from '../../users/user.ts'
import { insertPendingRegistration, pendingRegistrationView } from './pending-registration.ts'

/**
 * Stores e-mail and password of a person who will send the profile later. It opens no session and no account. A repeat replaces
 * the earlier registration of the e-mail. The caller's own session, if any, goes on: an administrator may begin for a new user.
 */
export const beginRegistration: GatewayVerb<'beginRegistration'> = async ({
  bank,
  input,
  now: createdAt,
}) => {
  const { id, email, name = '' } = input
  const passwordHash = await hashFirstPassword(bank, input)
  return inTransaction(bank.db, async (connection) => {
    const pending = await insertPendingRegistration(connection, { id, email, name, passwordHash, createdAt })
    if (pending) return pendingRegistrationView(pending)
    throw new Refusal((await isEmailTaken(connection, email)) ? 'email_taken' : 'user_id_taken')
  })
}
