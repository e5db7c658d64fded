import type { Endpoint } from '@bank/contract/endpoint'
import type { SessionView } from '@bank/contract/sessions/view'
import type { PoolClient } from 'pg'
import { type AuditEvent, recordAudit } from '../audit/audit-chain.ts'
import type { Actor, Call } from '../call.ts'
import { newDeviceMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import type { DeviceGeneration } from '../users/user.ts'
import { deviceOf, withDevice } from './known-device.ts'
import { endOf, endSession, openSession, type Session, sessionKeyOf, sessionView } from './session.ts'
import { readSession } from './session-lookup.ts'

/** Somebody who has shown all that a sign-in asks for. */
type Arrival = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly deviceGeneration: DeviceGeneration
}

/** A session that was opened, and its cookie. */
export type OpenedSession = { readonly token: string; readonly session: Session }

type SigningIn = Pick<Call<Endpoint, Actor | null>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>

/**
 * Opens the session of a sign-in and gives its cookie. Whoever was signed in in this browser no longer is. `details` go on
 * record. Call it last in the transaction, with the user locked.
 */
export async function letIn(
  connection: PoolClient,
  call: SigningIn,
  arrival: Arrival,
  details: Readonly<Record<string, string>> = {},
): Promise<OpenedSession> {
  const { bank, actor, now, origin } = call
  const { userId, name, email } = arrival
  if (actor) await endSession(connection, actor.key)
  const token = await openSession(connection, userId, origin, now)
  // Under the user's lock, which a deactivation takes too: it has either happened and is seen here, or ends this session.
  const session = await readSession(connection, sessionKeyOf(token)!)
  // A browser that has not been here before: the owner should know, whoever it was.
  if (deviceOf(call, arrival) === undefined) {
    await queueMail(connection, newDeviceMail(bank.config.bankName, { name, email }), now)
  }
  if (actor) await recordAudit(connection, signedOut(actor, now))
  const event = { actorId: userId, action: 'signed_in', target: userId, now }
  await recordAudit(connection, { ...event, details: { ...details, network: origin.network } })
  return { token, session }
}

/** What goes on record of whoever signs out, or is by somebody else's arrival in their browser: their open pages hear of it. */
export function signedOut({ userId }: Actor, now: Date): AuditEvent {
  return { actorId: userId, action: 'signed_out', target: userId, details: {}, now }
}

/** Hands the browser its session, after the commit of `letIn`. */
export function greet(call: SigningIn, who: Arrival, { token, session }: OpenedSession): SessionView {
  const { bank, now, answer } = call
  answer.openSession(token)
  answer.rememberDevice(withDevice(call, who))
  const idleEndsAt = endOf({ lastSeenAt: now, signedInAt: now }, bank.config)
  return sessionView(session, { idleEndsAt, elevatedUntil: null })
}
