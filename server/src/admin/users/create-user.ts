import type { endpoints } from '@bank/contract/endpoints'
import type { Call, Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { readNewCustomer } from '../../registration/new-customer.ts'
import { findCreatedUser, insertCreatedUser } from './created-user.ts'

type CreateUser = Call<typeof endpoints.createUser>

/**
 * Opens an account for a customer by the rules of registration (specification §5; departure 25). The account is inactive, and the
 * customer gets the welcome mail. The password and the PIN are temporary: the customer must replace both at the first sign-in,
 * within 7 days. The same form from the same administrator creates one user: a repeat gets the first answer.
 */
export const createUser: Verb<'createUser'> = async (call) => {
  const { bank, actor, input, answer } = call
  try {
    return await create(call)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error
    const id = await findCreatedUser(bank, actor.userId, input)
    if (id === undefined) throw error
    answer.header('Idempotency-Replayed', 'true')
    return { id }
  }
}

async function create({ bank, actor, input, now }: CreateUser): Promise<{ id: string }> {
  const customer = await readNewCustomer(bank, input, now)
  return inTransaction(bank.db, (connection) => insertCreatedUser(connection, bank, { customer, actor, now }))
}
