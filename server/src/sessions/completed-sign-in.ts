import { signInEndsAt } from '@bank/contract/accounts/closing'
import type { Endpoint } from '@bank/contract/endpoint'
import type { SessionView } from '@bank/contract/sessions/view'
import type { PoolClient } from 'pg'
import { findMainClosing } from '../accounts/account.ts'
import { type AuditEvent, recordAudit } from '../audit/audit-chain.ts'
import type { Actor, Call } from '../call.ts'
import { newDeviceMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { Refusal } from '../refusal.ts'
import type { DeviceGeneration } from '../users/user.ts'
import { deviceCookie, findKnownDevice } from './known-device.ts'
import { endSession, openSession, type Session, sessionEndsAt, sessionKeyOf, sessionView } from './session.ts'
import { readSession } from './session-lookup.ts'

/** A user who has passed every step of a sign-in. */
type AuthenticatedUser = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly deviceGeneration: DeviceGeneration
}

/** A session that was opened, and its cookie. */
export type OpenedSession = { readonly token: string; readonly session: Session }

type SignInCall = Pick<Call<Endpoint>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>

/**
 * Opens the session of a sign-in. Ends the session that the browser had before. `details` go into the audit event. Call it
 * last in the transaction, with the user locked. Throws for a customer whose main account was closed 30 days ago.
 */
export async function completeSignIn(
  connection: PoolClient,
  call: SignInCall,
  user: AuthenticatedUser,
  details: Readonly<Record<string, string>> = {},
): Promise<OpenedSession> {
  const { bank, actor, now, origin } = call
  const { userId, name, email } = user
  await requireSignInAllowed(connection, userId, now)
  if (actor) await endSession(connection, actor.key)
  const token = await openSession(connection, userId, origin, now)
  // Under the user's lock, which a deactivation takes too: it has either happened and is seen here, or ends this session.
  const session = await readSession(connection, sessionKeyOf(token)!)
  if (findKnownDevice(call, user) === undefined) {
    await queueMail(connection, newDeviceMail(bank.config.bankName, { name, email }), now)
  }
  if (actor) await recordAudit(connection, signOutEvent(actor, now))
  await recordAudit(connection, {
    actorId: userId,
    action: 'signed_in',
    target: userId,
    details: { ...details, network: origin.network },
    now,
  })
  return { token, session }
}

/** Throws once the time is over in which a customer without an open account may read their statements. */
async function requireSignInAllowed(connection: PoolClient, userId: string, now: Date): Promise<void> {
  const closedAt = await findMainClosing(connection, userId)
  if (closedAt && signInEndsAt(closedAt) <= now) throw new Refusal('accounts_closed')
}

/** The audit event of a sign-out, also when another user's sign-in in the same browser caused it. */
export function signOutEvent({ userId }: Actor, now: Date): AuditEvent {
  return { actorId: userId, action: 'signed_out', target: userId, details: {}, now }
}

/** Sends the cookies of a sign-in. Call it after the transaction of `completeSignIn` has been committed. */
export function answerSignIn(
  call: SignInCall,
  user: AuthenticatedUser,
  { token, session }: OpenedSession,
): SessionView {
  const { bank, now, answer } = call
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, user))
  const idleEndsAt = sessionEndsAt({ lastSeenAt: now, signedInAt: now }, bank.config)
  return sessionView(session, { idleEndsAt, elevatedUntil: null })
}
