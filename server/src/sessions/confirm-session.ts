import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/views'
import type { Call } from '../call.ts'
import { isPasswordOf } from '../passwords/verify-password.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findPassword, isPasswordStill, lockUser } from '../users/user.ts'
import { passwordAttemptKey } from './known-device.ts'
import { endOf, renewSession, sessionView } from './session.ts'
import { trySecret } from './tried-secret.ts'

/**
 * "Confirm it's you": shows the password again (departure 10). The session gets a new cookie and may make the changes that
 * ask for it, for 10 minutes. Wrong tries count like those of signing in, and with them.
 */
export async function confirmSession(call: Call<typeof endpoints.confirmSession>): Promise<SessionView> {
  const { bank, actor, input, now, origin, answer } = call
  const { userId, email } = actor
  const user = await findPassword(bank.db, email)
  await trySecret(bank, {
    key: passwordAttemptKey(bank.keys.deviceKey, email, origin.deviceTokens),
    isRight: () => isPasswordOf(bank, user, input.password),
    wrong: new Refusal('password_incorrect'),
    blockedAs: 'confirmation_blocked',
    userId,
    now,
  })
  const token = await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    if (!(await isPasswordStill(connection, userId, user!.passwordHash)))
      throw new Refusal('password_incorrect')
    const renewed = await renewSession(connection, actor.key, { now, confirmedAt: now })
    if (renewed === undefined) throw new Refusal('signed_out')
    const event = { actorId: userId, action: 'session_confirmed', target: userId, details: {}, now }
    await recordAudit(connection, event)
    return renewed
  })
  answer.openSession(token)
  const idleEndsAt = endOf({ lastSeenAt: now, signedInAt: actor.signedInAt }, bank.config)
  return sessionView(actor, { idleEndsAt, liftedUntil: actor.liftedUntil })
}
