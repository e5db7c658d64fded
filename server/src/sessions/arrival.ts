import type { Endpoint } from '@bank/contract/endpoint'
import type { SessionView } from '@bank/contract/views'
import type { PoolClient } from 'pg'
import type { Actor, Call } from '../call.ts'
import { newDeviceMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recordAudit } from '../postgres/audit.ts'
import type { Role } from '../users/user.ts'
import { deviceOf, newDeviceToken } from './known-device.ts'
import { endOf, endSession, openSession, sessionView } from './session.ts'

/** Somebody who has shown all that a sign-in asks for. */
type Arrival = { readonly userId: string; readonly name: string; readonly email: string; readonly role: Role }

type SigningIn = Pick<Call<Endpoint, Actor | null>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>

/**
 * Opens the session of a sign-in and gives its cookie. Whoever was signed in in this browser no longer is. `details` go on
 * record. Call it last in the transaction.
 */
export async function letIn(
  connection: PoolClient,
  { bank, actor, now, origin }: SigningIn,
  { userId, name, email }: Arrival,
  details: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (actor) await endSession(connection, actor.key)
  const token = await openSession(connection, userId, origin, now)
  // A browser that has not been here before: the owner should know, whoever it was.
  if (deviceOf(bank.keys.deviceKey, email, origin.deviceToken) === undefined) {
    await queueMail(connection, newDeviceMail(bank.config.bankName, { name, email }), now)
  }
  const event = { actorId: userId, action: 'signed_in', target: userId, now }
  await recordAudit(connection, { ...event, details: { ...details, network: origin.network } })
  return token
}

/** Hands the browser its session, after the commit of `letIn`. */
export function greet({ bank, now, answer }: SigningIn, who: Arrival, token: string): SessionView {
  answer.openSession(token)
  answer.rememberDevice(newDeviceToken(bank.keys.deviceKey, who.email))
  const idleEndsAt = endOf({ lastSeenAt: now, signedInAt: now }, bank.config)
  return sessionView(who, { idleEndsAt, liftedUntil: null })
}
