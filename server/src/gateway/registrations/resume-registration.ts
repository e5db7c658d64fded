import { recordOwnAct } from '../../audit/audit-chain.ts'
import type { GatewayVerb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { passwordAttemptScope } from '../../sessions/known-device.ts'
import { attemptSecret } from '../../sessions/secret-attempt.ts'
import { endSession } from '../../sessions/session.ts'
import {
  clearPendingSession,
  findPendingByEmail,
  openPendingSession,
  pendingRegistrationView,
  rekeyPendingPassword,
} from './pending-registration.ts'

/**
 * Signs a person in to their pending registration. A wrong password gets the same answer as an unknown e-mail gets from `signIn`,
 * after the same work, and leads to the same block. The session that the browser had before ends.
 */
export const resumeRegistration: GatewayVerb<'resumeRegistration'> = async (call) => {
  const { bank, actor, input, now, origin, answer } = call
  const { email, password } = input
  const pending = await findPendingByEmail(bank.db, email, now)
  await attemptSecret(bank, {
    ...passwordAttemptScope(call, { email, deviceGeneration: undefined }),
    isRight: () =>
      bank.passwords.verify(password, pending?.passwordHash, async (rekeyed) => {
        if (pending) await rekeyPendingPassword(bank.db, pending, rekeyed)
      }),
    wrong: new Refusal('credentials_invalid'),
    blockedAs: 'sign_in_blocked',
    userId: null,
    now,
  })
  const token = await inTransaction(bank.db, async (connection) => {
    if (origin.sessionKey) await clearPendingSession(connection, origin.sessionKey)
    const opened = await openPendingSession(connection, pending!)
    if (opened === undefined) throw new Refusal('credentials_invalid')
    if (!actor) return opened
    await endSession(connection, actor.key)
    await recordOwnAct(connection, { userId: actor.userId, now }, 'signed_out')
    return opened
  })
  answer.openSession(token)
  return pendingRegistrationView(pending!)
}

/** Signs the caller out of a pending registration. Succeeds for a caller who is signed out already. */
export const endPendingSession: GatewayVerb<'endPendingSession'> = async ({ bank, origin, answer }) => {
  if (origin.sessionKey) await clearPendingSession(bank.db, origin.sessionKey)
  answer.closeSession()
}
