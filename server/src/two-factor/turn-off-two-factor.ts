import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorOffMail } from '../mail/two-factor-letters.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { endElevationsOfUser } from '../sessions/user-sessions.ts'
import { forgetDevices, inUserTransaction } from '../users/user.ts'
import { findAuthenticator, removeAuthenticator, requiresSecondFactor } from './authenticator.ts'
import { removeRecoveryCodes } from './recovery-code.ts'

/**
 * Turns two-factor off and uses up the session's proof. Deletes the secret and the recovery codes, ends pending sign-ins and
 * forgets other devices. Where administrators need a second factor, the user's sessions lose their elevation; where the user needs
 * one, they can then only set another one up. The session gets a new cookie, and the user gets a mail.
 */
export const turnOffTwoFactor: Verb<'turnOffTwoFactor'> = async (call) => {
  const { bank, actor, now, answer } = call
  const { userId, email } = actor
  const { token, deviceGeneration } = await inUserTransaction(bank.db, userId, async (connection) => {
    const authenticator = await findAuthenticator(connection, userId)
    if (!authenticator?.turnedOnAt) throw new Refusal('two_factor_off')
    await removeAuthenticator(connection, userId)
    await removeRecoveryCodes(connection, userId)
    const renewed = await consumeProof(connection, actor, now)
    const generation = await forgetDevices(connection, userId)
    if (requiresSecondFactor(bank.config, actor.role)) await endElevationsOfUser(connection, userId)
    await queueMail(connection, withOccasion(twoFactorOffMail(bank.config.bankName, actor), call), now)
    await recordOwnAct(connection, { userId, now }, 'two_factor_turned_off')
    return { token: renewed, deviceGeneration: generation }
  })
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration }))
}
