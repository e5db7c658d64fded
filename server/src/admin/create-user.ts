import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { welcomeMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertCustomer } from '../registration/customer.ts'
import { newCustomerOf } from '../registration/new-customer.ts'

/**
 * Opens an account for somebody by the rules of registering (specification §5; departure 25). It waits to be activated,
 * its owner is written to, and nobody is signed in.
 */
export async function createUser({ bank, actor, input, now }: Call<typeof endpoints.createUser>) {
  const { name, email } = input
  const customer = await newCustomerOf(bank, input)
  return inTransaction(bank.db, async (connection) => {
    const made = await insertCustomer(connection, bank.keys.pinKey, customer, now)
    if (!made) throw new Refusal('email_taken')
    await queueMail(connection, welcomeMail(bank.config.bankName, { name, email }), now)
    const event = { actorId: actor.userId, action: 'user_created', target: made.userId, details: {}, now }
    await recordAudit(connection, event)
    return { id: made.userId }
  })
}
