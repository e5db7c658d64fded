import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { isPasswordOf } from '../passwords/user-password.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { findPassword, isPasswordStill, lockUser } from '../users/user.ts'
import { passwordsCountedUnder } from './known-device.ts'
import { type SecondFactor, trySecondFactor } from './second-factor.ts'
import { trySecret } from './secret-attempt.ts'
import { endOf, renewSession, sessionView } from './session.ts'

type ConfirmSession = Call<typeof endpoints.confirmSession>

/**
 * "Confirm it's you": the current password, and where two-factor is on a code or a recovery code (departure 10). The session
 * gets a new cookie. For 10 minutes it may make the changes that ask for a recent confirmation, and within 5 minutes one
 * change that always asks for one. Wrong tries count like those of signing in, and with them. A code is used up only when
 * the whole confirmation succeeds.
 */
export async function confirmSession(call: ConfirmSession): Promise<SessionView> {
  const { bank, actor, input, now, answer } = call
  const { userId, email, name } = actor
  const shown = secondFactorIn(input)
  const asksForCode = await isTwoFactorOn(bank.db, userId)
  // Before the password is looked at: a form without the field costs no try.
  if (asksForCode && !shown) throw new Refusal('code_required')
  const user = await findPassword(bank.db, email)
  await trySecret(bank, {
    ...passwordsCountedUnder(call, { email, deviceGeneration: user?.deviceGeneration }),
    isRight: () => isPasswordOf(bank, user, input.password),
    wrong: new Refusal('password_incorrect'),
    blockedAs: 'confirmation_blocked',
    userId,
    now,
  })
  // Only the password of a user is ever right.
  const { passwordHash, deviceGeneration, temporaryUntil } = user!
  if (temporaryUntil && temporaryUntil <= now) throw new Refusal('password_expired')

  let token = ''
  if (asksForCode && shown) {
    await trySecondFactor(call, { userId, email, name, passwordHash, deviceGeneration }, shown, {
      usedFor: 'confirmation',
      ended: new Refusal('confirm_required'),
      async work(connection, by) {
        token = await confirm(connection, call, { secondStep: by })
      },
    })
  } else {
    token = await inTransaction(bank.db, async (connection) => {
      await lockUser(connection, userId)
      if (!(await isPasswordStill(connection, userId, passwordHash))) throw new Refusal('password_incorrect')
      // Turned on while the password was looked at.
      if (await isTwoFactorOn(connection, userId)) throw new Refusal('code_required')
      return confirm(connection, call, {})
    })
  }
  answer.openSession(token)
  const idleEndsAt = endOf({ lastSeenAt: now, signedInAt: actor.signedInAt }, bank.config)
  return sessionView(actor, { idleEndsAt, elevatedUntil: actor.elevatedUntil })
}

/** Marks the session, puts it on record and gives the new cookie. Call it last in the transaction. */
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
