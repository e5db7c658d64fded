import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorOffMail } from '../mail/two-factor-letters.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { renewSession } from '../sessions/session.ts'
import { lockUser } from '../users/user.ts'
import { findAuthenticator, removeAuthenticator } from './authenticator.ts'
import { removeRecoveryCodes } from './recovery-code.ts'

/**
 * Turns two-factor off: the secret and the recovery codes are forgotten, sign-ins that wait for a code end. The session gets
 * a new cookie, and the owner is written to.
 */
export async function turnOffTwoFactor(call: Call<typeof endpoints.turnOffTwoFactor>): Promise<undefined> {
  const { bank, actor, now, answer } = call
  const { userId } = actor
  const token = await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    const authenticator = await findAuthenticator(connection, userId)
    if (!authenticator?.turnedOnAt) throw new Refusal('two_factor_off')
    await removeAuthenticator(connection, userId)
    await removeRecoveryCodes(connection, userId)
    const renewed = await renewSession(connection, actor.key, { now })
    if (renewed === undefined) throw new Refusal('signed_out')
    await queueMail(connection, twoFactorOffMail(bank.config.bankName, actor), now)
    const event = { actorId: userId, action: 'two_factor_turned_off', target: userId, details: {}, now }
    await recordAudit(connection, event)
    return renewed
  })
  answer.openSession(token)
}
