import type { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import type { IdentityView } from '@bank/contract/gateway/identity-endpoints'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { findUserDetails } from '../users/user.ts'
import { mayAdminister, sessionEndsLatestAt } from './session.ts'
import { findUserSessions } from './user-sessions.ts'

/** The caller as a user and the caller's session, as the hosted backend's clients read them (specification §7). */
export async function readIdentity({
  bank,
  actor,
}: Call<typeof gatewayEndpoints.readIdentity>): Promise<IdentityView> {
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
    role: mayAdminister(actor) ? 'administrator' : 'customer',
    createdAt: createdAt.toISOString(),
    passwordSetAt: passwordSetAt.toISOString(),
    isTwoFactorOn: hasTwoFactor,
    session: {
      id: session.id,
      signedInAt: signedInAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      endsAt: sessionEndsLatestAt(actor, bank.config).toISOString(),
    },
  }
}
