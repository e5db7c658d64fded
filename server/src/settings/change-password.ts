import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { passwordChangedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { setPassword } from '../passwords/password.ts'
import { refuseTemporaryPassword, requireGoodPassword } from '../passwords/password-rules.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { sessionKeyOf } from '../sessions/session.ts'
import { endSessionsExcept } from '../sessions/user-sessions.ts'
import { inUserTransaction } from '../users/user.ts'

/**
 * Changes the user's password (specification §5, Change password; departure 10), and uses up the proof that the session
 * holds. Every other session ends, this one gets a new cookie, no other device is known any more, and the owner gets a mail.
 */
export const changePassword: Verb<'changePassword'> = async (call) => {
  const { bank, actor, input, now, answer } = call
  const { userId, email } = actor
  await requireGoodPassword(input.new_password, email, bank, 'new_password')
  await refuseTemporaryPassword(bank, userId, input.new_password)
  const passwordHash = await bank.passwords.hash(input.new_password)
  // A concurrent sign-in with the old password waits for this lock and is then refused.
  const { token, deviceGeneration } = await inUserTransaction(bank.db, userId, async (connection) => {
    const renewed = await consumeProof(connection, actor, now)
    const generation = await setPassword(connection, userId, { passwordHash, now })
    const otherSessionsEnded = await endSessionsExcept(connection, userId, sessionKeyOf(renewed)!)
    await queueMail(connection, withOccasion(passwordChangedMail(bank.config.bankName, actor), call), now)
    await recordOwnAct(connection, { userId, now }, 'password_changed', { otherSessionsEnded })
    return { token: renewed, deviceGeneration: generation }
  })
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration }))
}
