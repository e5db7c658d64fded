import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { PendingRegistrationView } from '@bank/contract/gateway/pending-registration'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { isEmailTaken } from '../users/user.ts'
import { hashFirstPassword } from './new-customer.ts'
import { insertPendingRegistration, pendingRegistrationView } from './pending-registration.ts'

/**
 * Stores e-mail and password of a person who will send the profile later. It opens no session and no account. A repeat replaces
 * the earlier registration of the e-mail. The caller's own session, if any, goes on: an administrator may begin for a new user.
 */
export async function beginRegistration({
  bank,
  input,
  now: createdAt,
}: Call<typeof gatewayEndpoints.beginRegistration>): Promise<PendingRegistrationView> {
  const { id, email, name = '' } = input
  const passwordHash = await hashFirstPassword(bank, input)
  const pending = { id, email, name, passwordHash, createdAt }
  await inTransaction(bank.db, async (connection) => {
    if (await insertPendingRegistration(connection, pending)) return
    throw new Refusal((await isEmailTaken(connection, email)) ? 'email_taken' : 'user_id_taken')
  })
  return pendingRegistrationView(pending)
}
