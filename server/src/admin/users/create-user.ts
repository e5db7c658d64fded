import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../../call.ts'
import { welcomeMail } from '../../mail/letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { insertCustomer } from '../../registration/customer.ts'
import { readNewCustomer } from '../../registration/new-customer.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { findCreatedUser } from './created-user.ts'

// Long enough for the PIN to arrive by post, short enough that a forgotten note becomes useless.
const temporaryDays = 7

type CreateUser = Call<typeof endpoints.createUser>

/**
 * Opens an account for a customer by the rules of registration (specification §5; departure 25). The account is inactive, and the
 * customer gets the welcome mail. The password and the PIN are temporary: the customer must replace both at the first sign-in,
 * within 7 days. The same form from the same administrator creates one user: a repeat gets the first answer.
 */
export async function createUser(call: CreateUser): Promise<{ id: string }> {
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
  const { name, email } = input
  const customer = await readNewCustomer(bank, input, now)
  return inTransaction(bank.db, async (connection) => {
    const made = await insertCustomer(connection, bank.keys.pinKey, customer, now, {
      createdBy: actor.userId,
      secretsTemporaryUntil: new Date(now.getTime() + temporaryDays * 86_400_000),
    })
    if (!made) throw new Refusal('email_taken')
    await queueMail(connection, welcomeMail(bank.config.bankName, { name, email }), now)
    const event = { actorId: actor.userId, action: 'user_created', target: made.userId, details: {}, now }
    await recordAdministratorAct(connection, event)
    return { id: made.userId }
  })
}
