import { endpoints } from '@bank/contract/endpoints'
import type { PendingRegistrationView } from '@bank/contract/gateway/registrations/view'
import { hasRight } from '@bank/contract/roles/rights'
import { Refusal } from '../refusal.ts'
import type { SessionView } from '../sessions/session.ts'
import { documentNotFound } from './collection.ts'
import type { GatewayCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { findPendingByToken, pendingRegistrationView } from './registrations/pending-registration.ts'

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

/** The same. To a registration that is not complete every document is one that does not exist. */
export async function sessionForDocument(call: GatewayCall): Promise<SessionView> {
  const session = await sessionForList(call)
  if (session === null) throw documentNotFound()
  return session
}

/** The same; null for a registration that is not complete, whose lists are empty. */
export async function sessionForList(call: GatewayCall): Promise<SessionView | null> {
  const session = await sessionOf(call)
  if (session === null && (await pendingOf(call)) === undefined) throw new Refusal('signed_out')
  return session
}

/** Ends a new session that could do nothing but set two-factor up, for which the hosted backend's clients have no screen. */
export async function refuseWithoutSecondFactor(
  { perform }: GatewayCall,
  { lacksSecondFactor }: SessionView,
): Promise<void> {
  if (!lacksSecondFactor) return
  await perform(endpoints.signOut)
  const message = 'Two-factor authentication is required. Log in on the bank’s own pages to set it up'
  throw hostedRefusal('user_more_factors_required', message)
}

/** True for a member of staff who has entered the passcode. */
export function isElevated({ user, elevatedUntil }: SessionView): boolean {
  return hasRight(user.role, 'administer') && elevatedUntil !== null
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
