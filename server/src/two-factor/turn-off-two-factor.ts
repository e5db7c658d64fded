import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { twoFactorOffMail } from '../mail/two-factor-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { endElevationsOfUser } from '../sessions/user-sessions.ts'
import { forgetDevices, lockUser } from '../users/user.ts'
import { findAuthenticator, removeAuthenticator } from './authenticator.ts'
import { removeRecoveryCodes } from './recovery-code.ts'

/**
 * Turns two-factor off and uses up the session's proof. Deletes the secret and the recovery codes, ends pending sign-ins and
 * forgets other devices. Where administrators need a second factor, the user's sessions lose their elevation. The session gets
 * a new cookie, and the user gets a mail.
 */
export async function turnOffTwoFactor(call: Call<typeof endpoints.turnOffTwoFactor>): Promise<undefined> {
  const { bank, actor, now, answer } = call
  const { userId, email } = actor
  const { token, deviceGeneration } = await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    const authenticator = await findAuthenticator(connection, userId)
    if (!authenticator?.turnedOnAt) throw new Refusal('two_factor_off')
    await removeAuthenticator(connection, userId)
    await removeRecoveryCodes(connection, userId)
    const renewed = await consumeProof(connection, actor, now)
    const generation = await forgetDevices(connection, userId)
    if (bank.config.adminSecondFactor === 'required') await endElevationsOfUser(connection, userId)
    await queueMail(connection, twoFactorOffMail(bank.config.bankName, actor), now)
    const event = { actorId: userId, action: 'two_factor_turned_off', target: userId, details: {}, now }
    await recordAudit(connection, event)
    return { token: renewed, deviceGeneration: generation }
  })
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration }))
}
