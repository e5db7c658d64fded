import type { endpoints } from '@bank/contract/endpoints'
import type { SessionView } from '@bank/contract/sessions/view'
import type { Call } from '../../call.ts'
import type { Config } from '../../config/config.ts'
import type { Connection } from '../../postgres/database.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { attemptKey } from '../../sessions/attempts.ts'
import { attemptSecret } from '../../sessions/secret-attempt.ts'
import { elevatedUntil, elevateSession, sessionEndsAt, sessionView } from '../../sessions/session.ts'
import { readSetting } from '../../storage/stored-value.ts'
import { isTwoFactorOn } from '../../two-factor/authenticator.ts'
import { lockUser } from '../../users/user.ts'
import { recordStaffAct } from '../administrator-act.ts'
import { isPasscodeUnchanged, passcodeMatches } from './passcode.ts'

/**
 * Opens administrator's work for this session, which gets a new cookie (specification §5, Passcode gate; departures 3
 * and 4). Where the bank requires a second factor of administrators, one without it is refused before the passcode is looked
 * at. Wrong passcodes are counted for each administrator, not for all of them.
 */
export async function enterPasscode(call: Call<typeof endpoints.enterPasscode>): Promise<SessionView> {
  const { bank, actor, input, now, origin, answer } = call
  const { userId } = actor
  await requireSecondFactor(bank.db, bank.config, userId)
  const stored = await readSetting(bank.db, 'passcode')
  await attemptSecret(bank, {
    key: attemptKey('passcode', userId),
    isRight: () => passcodeMatches(bank, stored, input.passcode),
    wrong: new Refusal('passcode_incorrect'),
    blockedAs: 'passcode_blocked',
    userId,
    now,
  })
  const token = await inTransaction(bank.db, async (connection) => {
    // Turned off while the passcode was looked at: that has closed this user's work, and it stays closed.
    await lockUser(connection, userId)
    await requireSecondFactor(connection, bank.config, userId)
    // Replaced while it was being looked at: that has closed everybody's work, and it stays closed.
    if (!(await isPasscodeUnchanged(connection, stored))) throw new Refusal('passcode_incorrect')
    const elevated = await elevateSession(connection, actor.key, now)
    if (elevated === undefined) throw new Refusal('signed_out')
    const details = { network: origin.network }
    const event = { actorId: userId, action: 'passcode_entered', target: userId, details, now }
    await recordStaffAct(connection, event)
    return elevated
  })
  answer.openSession(token)
  const { signedInAt } = actor
  return sessionView(actor, {
    idleEndsAt: sessionEndsAt({ lastSeenAt: now, signedInAt }, bank.config),
    elevatedUntil: elevatedUntil({ elevatedAt: now, elevatedSeenAt: now }, bank.config, now),
  })
}

async function requireSecondFactor(
  db: Connection,
  { adminSecondFactor }: Pick<Config, 'adminSecondFactor'>,
  userId: string,
): Promise<void> {
  if (adminSecondFactor === 'optional' || (await isTwoFactorOn(db, userId))) return
  throw new Refusal('second_factor_required')
}
