import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { findPassword, isPasswordUnchanged, passwordMatches } from '../passwords/password.ts'
import { Refusal } from '../refusal.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { inUserTransaction } from '../users/user.ts'
import { passwordAttemptScope } from './known-device.ts'
import { type SecondFactor, useSecondFactor } from './second-factor.ts'
import { attemptSecret } from './secret-attempt.ts'
import { renewSession, separateEarlierCookie, sessionView } from './session.ts'

type ConfirmSession = Call<typeof endpoints.confirmSession>

/**
 * "Confirm it's you": verifies the current password, and where two-factor is on a code or a recovery code (departure 10).
 * The session gets a new cookie. For 10 minutes it may make the changes that need a recent confirmation, and within 5
 * minutes one change that always needs one. Wrong attempts count together with those of signing in. A code is used up only
 * when the whole confirmation succeeds.
 */
export const confirmSession: Verb<'confirmSession'> = async (call) => {
  const { bank, actor, input, now, answer } = call
  const { userId, email, name } = actor
  const factor = secondFactorIn(input)
  const needsCode = await isTwoFactorOn(bank.db, userId)
  // Before the password is verified: a form without the field costs no attempt.
  if (needsCode && !factor) throw new Refusal('code_required')
  const user = await findPassword(bank.db, email)
  await attemptSecret(bank, {
    ...passwordAttemptScope(call, { email, deviceGeneration: user?.deviceGeneration }),
    isRight: () => passwordMatches(bank, user, input.password),
    wrong: new Refusal('password_incorrect'),
    blockedAs: 'confirmation_blocked',
    userId,
    now,
  })
  // A right password belongs to a user.
  const { passwordHash, deviceGeneration, temporaryUntil } = user!
  if (temporaryUntil && temporaryUntil <= now) throw new Refusal('password_expired')

  let token = ''
  if (needsCode && factor) {
    await useSecondFactor(call, { userId, email, name, passwordHash, deviceGeneration }, factor, {
      usedFor: 'confirmation',
      ended: new Refusal('confirm_required'),
      async work(connection, secondStep) {
        token = await confirm(connection, call, { secondStep })
      },
    })
  } else {
    token = await inUserTransaction(bank.db, userId, async (connection) => {
      if (!(await isPasswordUnchanged(connection, userId, passwordHash)))
        throw new Refusal('password_incorrect')
      // Turned on while the password was being verified.
      if (await isTwoFactorOn(connection, userId)) throw new Refusal('code_required')
      return confirm(connection, call, {})
    })
  }
  answer.openSession(token)
  return sessionView(bank, { ...actor, lastSeenAt: now }, now)
}

/** Marks the session as confirmed and returns its new cookie. Call it last in the transaction. */
async function confirm(
  connection: PoolClient,
  { actor, now }: ConfirmSession,
  details: Readonly<Record<string, string>>,
): Promise<string> {
  const { key, userId } = actor
  await separateEarlierCookie(connection, actor, now)
  const token = await renewSession(connection, key, { now, confirmedAt: now })
  await recordOwnAct(connection, { userId, now }, 'session_confirmed', details)
  return token
}

function secondFactorIn({
  code,
  recovery_code: recoveryCode,
}: ConfirmSession['input']): SecondFactor | undefined {
  if (code !== undefined) return { code }
  return recoveryCode === undefined ? undefined : { recoveryCode }
}
