import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { findPassword, isPasswordUnchanged, passwordMatches } from '../passwords/password.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findAuthenticator } from '../two-factor/authenticator.ts'
import { inUserTransaction } from '../users/user.ts'
import { answerSignIn, completeSignIn } from './completed-sign-in.ts'
import { passwordAttemptScope } from './known-device.ts'
import { attemptSecret } from './secret-attempt.ts'
import { endSession } from './session.ts'
import { openChallenge } from './sign-in-challenge.ts'

/**
 * Signs a user in with e-mail and password (specification §4, Login). An unknown e-mail and a wrong password get the same
 * answer after the same work, and lead to the same block. The session is always a new one. With two-factor on, the answer
 * asks for a code. An expired temporary password is refused.
 */
export const signIn: Verb<'signIn'> = (call) => call.bank.signIns.counted(enterPassword(call))

const enterPassword: Verb<'signIn'> = async (call) => {
  const { bank, input, now } = call
  const { email, password } = input
  const user = await findPassword(bank.db, email)
  await attemptSecret(bank, {
    ...passwordAttemptScope(call, { email, deviceGeneration: user?.deviceGeneration }),
    isRight: () => passwordMatches(bank, user, password),
    wrong: new Refusal('credentials_invalid'),
    blockedAs: 'sign_in_blocked',
    userId: user?.id ?? null,
    now,
  })
  // A right password belongs to a user.
  const { id: userId, name, passwordHash, deviceGeneration, temporaryUntil } = user!
  const authenticated = { userId, name, email, deviceGeneration }
  // Only after the right password: otherwise the answer would reveal that the e-mail has an account.
  if (temporaryUntil && temporaryUntil <= now) throw new Refusal('password_expired')

  const opened = await inUserTransaction(bank.db, userId, async (connection) => {
    // Changed while it was being verified: the change ends the sessions of the old password, this one included.
    if (!(await isPasswordUnchanged(connection, userId, passwordHash)))
      throw new Refusal('credentials_invalid')
    const authenticator = await findAuthenticator(connection, userId)
    if (authenticator?.turnedOnAt) return openChallenge(connection, { userId, passwordHash, now })
    return completeSignIn(connection, call, authenticated)
  })
  if ('token' in opened) return answerSignIn(call, authenticated, opened)
  return { secondStep: { challenge: opened.challenge, endsAt: opened.endsAt } }
}

/** Signs the caller out (specification §4, Logout). Succeeds for a caller who is signed out already. */
export const signOut: Verb<'signOut'> = async ({ bank, actor, now, answer }) => {
  if (actor) {
    await inTransaction(bank.db, async (connection) => {
      await endSession(connection, actor.key)
      await recordOwnAct(connection, { userId: actor.userId, now }, 'signed_out')
    })
  }
  answer.closeSession()
  answer.header('Clear-Site-Data', '"cache"')
}
