import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { queueConfirmationLink } from '../email-changes/confirmation-link.ts'
import { welcomeMail } from '../mail/letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { answerSignIn, replaceSession, type SignInCall } from '../sessions/completed-sign-in.ts'
import { insertCustomer, type NewCustomer } from './customer.ts'

/**
 * Opens the account of a customer who registers, and signs the customer in. All rows are written in one transaction, in which
 * `readCustomer` runs first. Throws `email_taken` when a user has the e-mail.
 */
export async function registerCustomer(
  call: SignInCall,
  readCustomer: (connection: PoolClient) => Promise<NewCustomer>,
) {
  const { bank, actor, now, origin } = call
  const { email, opened } = await inTransaction(bank.db, async (connection) => {
    const customer = await readCustomer(connection)
    const { id, email } = customer
    const made = await insertCustomer(connection, bank.keys.pinKey, customer, now, {
      isEmailConfirmed: false,
    })
    if (!made) throw new Refusal('email_taken')
    const opened = await replaceSession(connection, call, id)
    await queueConfirmationLink(connection, bank, {
      userId: id,
      email,
      mailOf: (link) => welcomeMail(bank.config.bankName, { email }, link),
      now,
    })
    if (actor) await recordOwnAct(connection, { userId: actor.userId, now }, 'signed_out')
    await recordOwnAct(connection, { userId: id, now }, 'registered', { network: origin.network })
    return { email, opened }
  })
  return answerSignIn(call, { email, deviceGeneration: 0 }, opened)
}
