import type { GatewayVerb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { mayAdminister, sessionEndsLatestAt } from '../../sessions/session.ts'
import { findUserSessions } from '../../sessions/user-sessions.ts'
import { isTwoFactorOn } from '../../two-factor/authenticator.ts'
import { findUserDetails } from '../../users/user.ts'

/** The caller as a user and the caller's session, as the hosted backend's clients read them (specification §7). */
export const readIdentity: GatewayVerb<'readIdentity'> = async ({ bank, actor }) => {
  const { userId, key, signedInAt, lastSeenAt } = actor
  const [user, sessions, hasTwoFactor] = await Promise.all([
    findUserDetails(bank.db, userId),
    findUserSessions(bank.db, userId, key),
    isTwoFactorOn(bank.db, userId),
  ])
  const session = sessions.find(({ isCurrent }) => isCurrent)
  // Ended since the caller was admitted.
  if (!session) throw new Refusal('signed_out')
  const { id, name, email, phone, createdAt, passwordSetAt } = user!
  return {
    id,
    name,
    email,
    phone,
    role: mayAdminister(actor) ? actor.role : 'customer',
    createdAt,
    passwordSetAt,
    isTwoFactorOn: hasTwoFactor,
    session: { id: session.id, signedInAt, lastSeenAt, endsAt: sessionEndsLatestAt(actor, bank.config) },
  }
}
