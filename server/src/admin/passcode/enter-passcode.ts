import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Call } from '../../call.ts'
import type { Config } from '../../config/config.ts'
import type { Connection } from '../../postgres/database.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { attemptKey } from '../../sessions/attempts.ts'
import { attemptSecret } from '../../sessions/secret-attempt.ts'
import { elevatedSessionView, elevateSession } from '../../sessions/session.ts'
import { readStoredValue } from '../../storage/stored-value.ts'
import { isTwoFactorOn } from '../../two-factor/authenticator.ts'
import { lockUser } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { isPasscodeUnchanged, passcodeMatches } from './passcode.ts'

/**
 * Elevates the caller's session, which gets a new cookie (specification §5, Passcode gate; departures 3 and 4). Where
 * administrators need a second factor, one without it is refused before the passcode is verified. Wrong passcodes are counted
 * for each administrator.
 */
export async function enterPasscode(call: Call<typeof endpoints.enterPasscode>): Promise<SessionView> {
  const { bank, actor, input, now, origin, answer } = call
  const { userId } = actor
  await requireSecondFactor(bank.db, bank.config, userId)
  const stored = await readStoredValue(bank.db, 'passcode')
  await attemptSecret(bank, {
    key: attemptKey('passcode', userId),
    isRight: () => passcodeMatches(bank, stored, input.passcode),
    wrong: new Refusal('passcode_incorrect'),
    blockedAs: 'passcode_blocked',
    userId,
    now,
  })
  const token = await inTransaction(bank.db, async (connection) => {
    // Two-factor may have been turned off while the passcode was being verified, which has ended this user's elevations.
    await lockUser(connection, userId)
    await requireSecondFactor(connection, bank.config, userId)
    // The passcode may have been replaced while it was being verified, which has ended all elevations.
    if (!(await isPasscodeUnchanged(connection, stored))) throw new Refusal('passcode_incorrect')
    const elevatedToken = await elevateSession(connection, actor.key, now)
    if (elevatedToken === undefined) throw new Refusal('signed_out')
    const details = { network: origin.network }
    const event = { actorId: userId, action: 'passcode_entered', target: userId, details, now }
    await recordAdministratorAct(connection, event)
    return elevatedToken
  })
  answer.openSession(token)
  return elevatedSessionView(actor, bank.config, now)
}

async function requireSecondFactor(
  db: Connection,
  { adminSecondFactor }: Pick<Config, 'adminSecondFactor'>,
  userId: string,
): Promise<void> {
  if (adminSecondFactor === 'optional' || (await isTwoFactorOn(db, userId))) return
  throw new Refusal('second_factor_required')
}
