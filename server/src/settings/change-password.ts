import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { passwordChangedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { refuseTemporaryPassword, requireGoodPassword } from '../passwords/password-rules.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { deviceCookie } from '../sessions/known-device.ts'
import { sessionKeyOf } from '../sessions/session.ts'
import { endSessionsExcept } from '../sessions/user-sessions.ts'
import { setPassword } from '../users/password.ts'
import { lockUser } from '../users/user.ts'

/**
 * Changes the user's password (specification §5, Change password; departure 10), and uses up the proof that the session
 * holds. Every other session ends, this one gets a new cookie, no other device is known any more, and the owner gets a mail.
 */
export async function changePassword(call: Call<typeof endpoints.changePassword>): Promise<undefined> {
  const { bank, actor, input, now, answer } = call
  const { userId, email } = actor
  await requireGoodPassword(input.new_password, email, bank, 'new_password')
  await refuseTemporaryPassword(bank, userId, input.new_password)
  const passwordHash = await bank.passwords.hash(input.new_password)
  const { token, deviceGeneration } = await inTransaction(bank.db, async (connection) => {
    // A concurrent sign-in with the old password waits for this lock and is then refused.
    await lockUser(connection, userId)
    const renewed = await consumeProof(connection, actor, now)
    const generation = await setPassword(connection, userId, { passwordHash, now })
    const ended = await endSessionsExcept(connection, userId, sessionKeyOf(renewed)!)
    await queueMail(connection, passwordChangedMail(bank.config.bankName, actor), now)
    const details = { otherSessionsEnded: ended }
    await recordAudit(connection, {
      actorId: userId,
      action: 'password_changed',
      target: userId,
      details,
      now,
    })
    return { token: renewed, deviceGeneration: generation }
  })
  answer.openSession(token)
  answer.rememberDevice(deviceCookie(call, { email, deviceGeneration }))
}
