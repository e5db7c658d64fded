import { momentText } from '@bank/contract/date-text'
import { isStaff } from '@bank/contract/roles'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { lockSending } from '../guards/guard.ts'
import { limitAfterRecovery } from '../guards/pin-recovery-limit.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorResetMail } from '../mail/two-factor-letters.ts'
import { findPassword } from '../passwords/password.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { endChallenges } from '../sessions/sign-in-challenge.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { findUserDetails, forgetDevices, inUserTransaction } from '../users/user.ts'
import { isTwoFactorOn, removeAuthenticator } from './authenticator.ts'
import { removeRecoveryCodes } from './recovery-code.ts'

/**
 * Turns two-factor off from the command line, for a user who has lost the phone and the recovery codes (`removeSecondFactor`), and
 * sends the user a mail. The audit event has no actor. Changes nothing when no user has the e-mail, or two-factor is off.
 */
export async function resetTwoFactor(
  { db, config }: { readonly db: Bank['db']; readonly config: Pick<Bank['config'], 'bankName' | 'timeZone'> },
  email: string,
  now: Date,
): Promise<'reset' | 'user_unknown' | 'two_factor_off'> {
  const user = await findPassword(db, email)
  if (!user) return 'user_unknown'
  const { id, name } = user
  return inUserTransaction(db, id, async (connection) => {
    if (!(await isTwoFactorOn(connection, id))) return 'two_factor_off'
    const details = { sessionsEnded: await removeSecondFactor(connection, id) }
    const mail = twoFactorResetMail(config.bankName, { name, email })
    await queueMail(connection, withOccasion(mail, { bank: { config }, now }), now)
    await recordAudit(connection, { actorId: null, action: 'two_factor_reset', target: id, details, now })
    return 'reset'
  })
}

/**
 * An administrator turns two-factor off for a customer who has lost the phone and the recovery codes (`removeSecondFactor`), with a
 * reason that only the audit log shows. As after a forgotten PIN the bank limits what is sent for 24 hours: the caller may not have
 * been the customer, who gets a mail. An administrator's is reset on the command line.
 */
export const resetTwoFactorOfUser: Verb<'resetTwoFactorOfUser'> = async (call) => {
  const { bank, actor, params, input, now } = call
  const { bankName, timeZone, pinRecoveryLimitMinor } = bank.config
  const { id } = params
  if (id === actor.userId) throw new Refusal('own_account_edited')
  await inUserTransaction(bank.db, id, async (connection) => {
    const user = await findUserDetails(connection, id)
    if (!user) throw new Refusal('user_not_found')
    if (isStaff(user.role)) throw new Refusal('administrator_two_factor_kept')
    if (!(await isTwoFactorOn(connection, id))) throw new Refusal('two_factor_off')
    await lockSending(connection, id)
    const sessionsEnded = await removeSecondFactor(connection, id)
    // By the clock of the books, after the lock.
    const until = await limitAfterRecovery(connection, id, { now: new Date(bank.clock()), timeZone })
    const limited = {
      limit: formatMinor(pinRecoveryLimitMinor),
      until: momentText(until, timeZone, 'long'),
    }
    const mail = twoFactorResetMail(bankName, user, limited)
    await queueMail(connection, withOccasion(mail, { bank, now }), now)
    const details = { reason: input.reason, sessionsEnded }
    await recordAdministratorAct(connection, actor, {
      action: 'two_factor_reset',
      target: id,
      details,
      now,
    })
  })
}

/**
 * Turns two-factor off for a user who has lost the phone and the recovery codes: the secret and the codes are deleted, every session
 * and pending sign-in ends, and no device is known any more. Lock the user first. Returns how many sessions have ended.
 */
async function removeSecondFactor(connection: PoolClient, userId: string): Promise<number> {
  await removeAuthenticator(connection, userId)
  await removeRecoveryCodes(connection, userId)
  await forgetDevices(connection, userId)
  await endChallenges(connection, userId)
  return endSessions(connection, userId)
}
