import type { endpoints } from '@bank/contract/endpoints'
import type { SignInView } from '@bank/contract/sessions/view'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Actor, Call } from '../call.ts'
import { isPasswordOf } from '../passwords/user-password.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findAuthenticator } from '../two-factor/authenticator.ts'
import { findPassword, isPasswordStill, lockUser } from '../users/user.ts'
import { greet, letIn, signedOut } from './completed-sign-in.ts'
import { passwordsCountedUnder } from './known-device.ts'
import { trySecret } from './secret-attempt.ts'
import { endSession } from './session.ts'
import { openChallenge } from './sign-in-challenge.ts'

/**
 * Signs a person in with e-mail and password (specification §4, Login). An e-mail nobody has and a wrong password get the
 * same answer after the same work, and lead to the same block. The session is always a new one. With two-factor on, the
 * right password leads to the question for a code. A temporary password that has expired signs nobody in.
 */
export async function signIn(call: Call<typeof endpoints.signIn, Actor | null>): Promise<SignInView> {
  const { bank, input, now } = call
  const { email, password } = input
  const user = await findPassword(bank.db, email)
  await trySecret(bank, {
    ...passwordsCountedUnder(call, { email, deviceGeneration: user?.deviceGeneration }),
    isRight: () => isPasswordOf(bank, user, password),
    wrong: new Refusal('credentials_invalid'),
    blockedAs: 'sign_in_blocked',
    userId: user?.id ?? null,
    now,
  })
  // Only the password of somebody is ever right.
  const { id: userId, name, passwordHash, deviceGeneration, temporaryUntil } = user!
  const who = { userId, name, email, deviceGeneration }
  // Said only after the right password, so that nobody else learns anything.
  if (temporaryUntil && temporaryUntil <= now) throw new Refusal('password_expired')

  const opened = await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    // Changed while it was being looked at: the change has ended the sessions of the old password, this one too.
    if (!(await isPasswordStill(connection, userId, passwordHash))) throw new Refusal('credentials_invalid')
    const authenticator = await findAuthenticator(connection, userId)
    // Nobody is signed in yet, and whoever was in this browser still is.
    if (authenticator?.turnedOnAt) return openChallenge(connection, { userId, passwordHash, now })
    return letIn(connection, call, who)
  })
  if ('token' in opened) return greet(call, who, opened)
  return { secondStep: { challenge: opened.challenge, endsAt: opened.endsAt.toISOString() } }
}

/** Signs a person out (specification §4, Logout). Whoever is signed out already is so afterwards, too. */
export async function signOut(call: Call<typeof endpoints.signOut, Actor | null>): Promise<undefined> {
  const { bank, actor, now, answer } = call
  if (actor) {
    await inTransaction(bank.db, async (connection) => {
      await endSession(connection, actor.key)
      await recordAudit(connection, signedOut(actor, now))
    })
  }
  answer.closeSession()
  answer.header('Clear-Site-Data', '"cache"')
}
