import { endpoints } from '@bank/contract/endpoints'
import type { PendingRegistrationView } from '@bank/contract/gateway/pending-registration'
import type { SessionView } from '@bank/contract/sessions/view'
import { Refusal } from '../refusal.ts'
import { findPendingByToken, pendingRegistrationView } from '../registration/pending-registration.ts'
import type { GatewayCall } from './gateway-call.ts'

/** The caller's session; null for a visitor and for a registration that is not complete. */
export async function sessionOf({ perform }: GatewayCall): Promise<SessionView | null> {
  return (await perform(endpoints.checkSession)).session
}

/** The same. Throws `signed_out` instead of null. */
export async function requireSession(call: GatewayCall): Promise<SessionView> {
  const session = await sessionOf(call)
  if (session === null) throw new Refusal('signed_out')
  return session
}

/** The same; null for a registration that is not complete, whose lists are empty. */
export async function sessionForList(call: GatewayCall): Promise<SessionView | null> {
  const session = await sessionOf(call)
  if (session === null && (await pendingOf(call)) === undefined) throw new Refusal('signed_out')
  return session
}

/** True for an administrator who has entered the passcode. */
export function isElevated({ user, elevatedUntil }: SessionView): boolean {
  return user.role === 'administrator' && elevatedUntil !== null
}

/** The registration that the caller has yet to complete; undefined for a user and for a visitor. */
export async function pendingOf({
  bank,
  request,
  now,
}: GatewayCall): Promise<PendingRegistrationView | undefined> {
  const { sessionKey } = request.sentCookies
  const pending = sessionKey && (await findPendingByToken(bank.db, sessionKey, now))
  return pending ? pendingRegistrationView(pending) : undefined
}
