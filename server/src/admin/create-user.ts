import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { welcomeMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertCustomer } from '../registration/customer.ts'
import { newCustomerOf } from '../registration/new-customer.ts'
import { recordStaffAct } from './staff-act.ts'

// Long enough for a letter with the PIN in it, short enough that a forgotten note opens nothing.
const temporaryDays = 7

/**
 * Opens an account for somebody by the rules of registering (specification §5; departure 25). It waits to be activated,
 * its owner is written to, and nobody is signed in. The password and the PIN are temporary: the user replaces both at the
 * first sign-in, within 7 days.
 */
export async function createUser({ bank, actor, input, now }: Call<typeof endpoints.createUser>) {
  const { name, email } = input
  const customer = await newCustomerOf(bank, input, now)
  return inTransaction(bank.db, async (connection) => {
    const made = await insertCustomer(connection, bank.keys.pinKey, customer, now, {
      createdBy: actor.userId,
      secretsTemporaryUntil: new Date(now.getTime() + temporaryDays * 86_400_000),
    })
    if (!made) throw new Refusal('email_taken')
    await queueMail(connection, welcomeMail(bank.config.bankName, { name, email }), now)
    const event = { actorId: actor.userId, action: 'user_created', target: made.userId, details: {}, now }
    await recordStaffAct(connection, event)
    return { id: made.userId }
  })
}
