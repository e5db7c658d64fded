import type { Endpoint } from '@bank/contract/endpoint'
import type { SessionView } from '@bank/contract/sessions/view'
import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { welcomeMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { signOutEvent } from '../sessions/completed-sign-in.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { endSession, openSession, sessionEndsAt, sessionView } from '../sessions/session.ts'
import { insertCustomer, type NewCustomer } from './customer.ts'

/**
 * Opens the account of a customer who registers, and signs the customer in. All rows are written in one transaction, in which
 * `readCustomer` runs first. Throws `email_taken` when a user has the e-mail.
 */
export async function registerCustomer(
  call: Pick<Call<Endpoint>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>,
  readCustomer: (connection: PoolClient) => Promise<NewCustomer>,
): Promise<SessionView> {
  const { bank, actor, now, origin, answer } = call
  const { customer, token } = await inTransaction(bank.db, async (connection) => {
    const customer = await readCustomer(connection)
    const { id, name, email } = customer
    if (!(await insertCustomer(connection, bank.keys.pinKey, customer, now))) throw new Refusal('email_taken')
    if (actor) await endSession(connection, actor.key)
    const token = await openSession(connection, id, origin, now)
    await queueMail(connection, welcomeMail(bank.config.bankName, { name, email }), now)
    if (actor) await recordAudit(connection, signOutEvent(actor, now))
    const details = { network: origin.network }
    await recordAudit(connection, { actorId: id, action: 'registered', target: id, details, now })
    return { customer, token }
  })
  const { id: userId, name, email, role } = customer
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration: 0 }))
  const idleEndsAt = sessionEndsAt({ lastSeenAt: now, signedInAt: now }, bank.config)
  const opened = {
    userId,
    name,
    email,
    role,
    isDeactivated: false,
    temporarySecrets: null,
    signedInAt: now,
  }
  return sessionView(opened, { idleEndsAt, elevatedUntil: null })
}
