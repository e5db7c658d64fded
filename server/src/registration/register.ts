import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { welcomeMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { signOutEvent } from '../sessions/completed-sign-in.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { endSession, openSession, sessionEndsAt, sessionView } from '../sessions/session.ts'
import { insertCustomer } from './customer.ts'
import { readNewCustomer } from './new-customer.ts'

/**
 * Opens an account and signs the customer in (specification §4, Register). The account is inactive until an administrator
 * activates it. All rows are written in one transaction.
 */
export async function register(call: Call<typeof endpoints.register>): Promise<SessionView> {
  const { bank, actor, input, now, origin, answer } = call
  const { name, email } = input
  const customer = await readNewCustomer(bank, input, now)

  const { userId, token } = await inTransaction(bank.db, async (connection) => {
    const made = await insertCustomer(connection, bank.keys.pinKey, customer, now)
    if (!made) throw new Refusal('email_taken')
    if (actor) await endSession(connection, actor.key)
    const opened = await openSession(connection, made.userId, origin, now)
    await queueMail(connection, welcomeMail(bank.config.bankName, { name, email }), now)
    if (actor) await recordAudit(connection, signOutEvent(actor, now))
    const details = { network: origin.network }
    const event = { actorId: made.userId, action: 'registered', target: made.userId, details, now }
    await recordAudit(connection, event)
    return { userId: made.userId, token: opened }
  })
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration: 0 }))
  const idleEndsAt = sessionEndsAt({ lastSeenAt: now, signedInAt: now }, bank.config)
  const opened = {
    userId,
    name,
    email,
    role: 'customer',
    isDeactivated: false,
    temporarySecrets: null,
  } as const
  return sessionView(opened, { idleEndsAt, elevatedUntil: null })
}
