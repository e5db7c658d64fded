import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { findPassword, isPasswordUnchanged, passwordMatches } from '../users/password.ts'
import { lockUser } from '../users/user.ts'
import { passwordAttemptScope } from './known-device.ts'
import { type SecondFactor, useSecondFactor } from './second-factor.ts'
import { attemptSecret } from './secret-attempt.ts'
import { renewSession, sessionEndsAt, sessionView } from './session.ts'

type ConfirmSession = Call<typeof endpoints.confirmSession>

/**
 * "Confirm it's you": verifies the current password, and where two-factor is on a code or a recovery code (departure 10).
 * The session gets a new cookie. For 10 minutes it may make the changes that need a recent confirmation, and within 5
 * minutes one change that always needs one. Wrong attempts count together with those of signing in. A code is used up only
 * when the whole confirmation succeeds.
 */
export async function confirmSession(call: ConfirmSession): Promise<SessionView> {
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
    token = await inTransaction(bank.db, async (connection) => {
      await lockUser(connection, userId)
      if (!(await isPasswordUnchanged(connection, userId, passwordHash)))
        throw new Refusal('password_incorrect')
      // Turned on while the password was being verified.
      if (await isTwoFactorOn(connection, userId)) throw new Refusal('code_required')
      return confirm(connection, call, {})
    })
  }
  answer.openSession(token)
  const idleEndsAt = sessionEndsAt({ lastSeenAt: now, signedInAt: actor.signedInAt }, bank.config)
  return sessionView(actor, { idleEndsAt, elevatedUntil: actor.elevatedUntil })
}

/** Marks the session as confirmed and returns its new cookie. Call it last in the transaction. */
async function confirm(
  connection: PoolClient,
  { actor, now }: ConfirmSession,
  details: Readonly<Record<string, string>>,
): Promise<string> {
  const { key, userId } = actor
  const token = await renewSession(connection, key, { now, confirmedAt: now })
  if (token === undefined) throw new Refusal('signed_out')
  await recordAudit(connection, {
    actorId: userId,
    action: 'session_confirmed',
    target: userId,
    details,
    now,
  })
  return token
}

function secondFactorIn({
  code,
  recovery_code: recoveryCode,
}: ConfirmSession['input']): SecondFactor | undefined {
  if (code !== undefined) return { code }
  return recoveryCode === undefined ? undefined : { recoveryCode }
}
