import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { Call } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { takePendingCustomer } from '../../registration/pending-customer.ts'
import { insertCreatedUser } from './created-user.ts'

/**
 * Does what `createUser` does with the id and the password of a pending registration. When that has become a user already,
 * refuses `user_id_taken`.
 */
export async function createPendingUser({
  bank,
  actor,
  input: form,
  now,
}: Call<typeof gatewayEndpoints.createPendingUser>): Promise<{ id: string }> {
  return inTransaction(bank.db, async (connection) => {
    const customer = await takePendingCustomer(connection, bank, { form, missing: 'user_not_found', now })
    return insertCreatedUser(connection, bank, { customer, createdBy: actor.userId, now })
  })
}
