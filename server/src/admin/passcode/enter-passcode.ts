import type { Actor, Verb } from '../../call.ts'
import type { Config } from '../../config/config.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { attemptKey } from '../../sessions/attempts.ts'
import { attemptSecret } from '../../sessions/secret-attempt.ts'
import { elevatedSessionView, elevateSession, separateEarlierCookie } from '../../sessions/session.ts'
import { readStoredValue } from '../../storage/stored-value.ts'
import { isTwoFactorOn, requiresSecondFactor } from '../../two-factor/authenticator.ts'
import { inUserTransaction } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { isPasscodeUnchanged, passcodeMatches } from './passcode.ts'

/**
 * Elevates the caller's session, which gets a new cookie (specification §5, Passcode gate; departures 3 and 4). Where
 * administrators need a second factor, one without it is refused before the passcode is verified. Wrong passcodes are counted
 * for each administrator.
 */
export const enterPasscode: Verb<'enterPasscode'> = async ({ bank, actor, input, now, origin, answer }) => {
  const { userId } = actor
  await requireSecondFactor(bank.db, bank.config, actor)
  const stored = await readStoredValue(bank.db, 'passcode')
  await attemptSecret(bank, {
    key: attemptKey('passcode', userId),
    isRight: () => passcodeMatches(bank, stored, input.passcode),
    wrong: new Refusal('passcode_incorrect'),
    refusedAs: 'passcode_refused',
    blockedAs: 'passcode_blocked',
    userId,
    now,
  })
  const token = await inUserTransaction(bank.db, userId, async (connection) => {
    // Two-factor may have been turned off while the passcode was being verified, which has ended this user's elevations.
    await requireSecondFactor(connection, bank.config, actor)
    // The passcode may have been replaced while it was being verified, which has ended all elevations.
    if (!(await isPasscodeUnchanged(connection, stored))) throw new Refusal('passcode_incorrect')
    await separateEarlierCookie(connection, actor, now)
    const elevatedToken = await elevateSession(connection, actor.key, now)
    const details = { network: origin.network }
    const event = { action: 'passcode_entered' as const, target: userId, details, now }
    await recordAdministratorAct(connection, actor, event)
    return elevatedToken
  })
  answer.openSession(token)
  return elevatedSessionView(bank, actor, now)
}

async function requireSecondFactor(
  db: Connection,
  config: Config,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
): Promise<void> {
  if (!requiresSecondFactor(config, role) || (await isTwoFactorOn(db, userId))) return
  throw new Refusal('second_factor_required')
}
