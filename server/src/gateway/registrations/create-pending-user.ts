import { insertCreatedUser } from '../../admin/users/created-user.ts'
import type { GatewayVerb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { takePendingCustomer } from './pending-registration.ts'

/**
 * Does what `createUser` does with the id and the password of a pending registration. When that has become a user already,
 * refuses `user_id_taken`.
 */
export const createPendingUser: GatewayVerb<'createPendingUser'> = async ({
  bank,
  actor,
  input: form,
  now,
}) => {
  return inTransaction(bank.db, async (connection) => {
    const customer = await takePendingCustomer(connection, bank, { form, missing: 'user_not_found', now })
    return insertCreatedUser(connection, bank, { customer, actor, now })
  })
}
