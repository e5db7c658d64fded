import { signInEndsAt } from '@bank/contract/closing/sign-in-end'
import type { Endpoint } from '@bank/contract/endpoint'
import type { PoolClient } from 'pg'
import { findMainClosing } from '../accounts/account.ts'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { newDeviceMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { Refusal } from '../refusal.ts'
import { deviceCookie, findKnownDevice } from './known-device.ts'
import { withOccasion } from './occasion.ts'
import { endSession, openSession, type Session, sessionKeyOf, sessionView } from './session.ts'
import { readSession } from './session-lookup.ts'
import type { IdentifiedUser } from './sign-in-challenge.ts'

/** A session that was opened, and its cookie. */
export type OpenedSession = { readonly token: string; readonly session: Session }

/** The parts of a call that a sign-in needs. */
export type SignInCall = Pick<Call<Endpoint>, 'bank' | 'actor' | 'now' | 'origin' | 'answer'>

/**
 * Opens the session of a sign-in. Ends the session that the browser had before. `details` go into the audit event. Call it
 * last in the transaction, with the user locked. Throws for a customer whose main account was closed 30 days ago.
 */
export async function completeSignIn(
  connection: PoolClient,
  call: SignInCall,
  user: Omit<IdentifiedUser, 'passwordHash'>,
  details: Readonly<Record<string, string>> = {},
): Promise<OpenedSession> {
  const { bank, actor, now, origin } = call
  const { userId, name, email } = user
  await requireSignInAllowed(connection, userId, now)
  const opened = await replaceSession(connection, call, userId)
  if (findKnownDevice(call, user) === undefined) {
    await queueMail(connection, withOccasion(newDeviceMail(bank.config.bankName, { name, email }), call), now)
  }
  // Also when another user signs in, in the same browser.
  if (actor) await recordOwnAct(connection, { userId: actor.userId, now }, 'signed_out')
  await recordOwnAct(connection, { userId, now }, 'signed_in', { ...details, network: origin.network })
  return opened
}

/** Opens a session for a user, whose row is locked, and ends the one that the browser had before. */
export async function replaceSession(
  connection: PoolClient,
  { bank, actor, now, origin }: SignInCall,
  userId: string,
): Promise<OpenedSession> {
  if (actor) await endSession(connection, actor.key)
  const token = await openSession(connection, userId, origin, now)
  // Under the user's lock, which a deactivation takes too: it has either happened and is seen here, or ends this session.
  return { token, session: await readSession(connection, bank.config, sessionKeyOf(token)!, now) }
}

/** Throws once the time is over in which a customer without an open account may read their statements. */
async function requireSignInAllowed(connection: PoolClient, userId: string, now: Date): Promise<void> {
  const closedAt = await findMainClosing(connection, userId)
  if (closedAt && signInEndsAt(closedAt) <= now) throw new Refusal('accounts_closed')
}

/** Sends the cookies of a sign-in. Call it after the transaction that opened the session has been committed. */
export function answerSignIn(
  call: SignInCall,
  user: Pick<IdentifiedUser, 'email' | 'deviceGeneration'>,
  { token, session }: OpenedSession,
) {
  const { bank, now, answer } = call
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, user))
  return sessionView(bank, session, now)
}
