import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorResetMail } from '../mail/two-factor-letters.ts'
import { findPassword } from '../passwords/password.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { endChallenges } from '../sessions/sign-in-challenge.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { forgetDevices, inUserTransaction } from '../users/user.ts'
import { isTwoFactorOn, removeAuthenticator } from './authenticator.ts'
import { removeRecoveryCodes } from './recovery-code.ts'

/**
 * Turns two-factor off from the command line, for a user who has lost the phone and the recovery codes. Deletes the secret and
 * the codes, ends every session and pending sign-in, forgets known devices and sends the user a mail. The audit event has no
 * actor. Changes nothing when no user has the e-mail, or two-factor is off.
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
    await removeAuthenticator(connection, id)
    await removeRecoveryCodes(connection, id)
    await forgetDevices(connection, id)
    await endChallenges(connection, id)
    const details = { sessionsEnded: await endSessions(connection, id) }
    const mail = twoFactorResetMail(config.bankName, { name, email })
    await queueMail(connection, withOccasion(mail, { bank: { config }, now }), now)
    await recordAudit(connection, { actorId: null, action: 'two_factor_reset', target: id, details, now })
    return 'reset'
  })
}
