import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { passwordChangedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { requireGoodPassword } from '../passwords/new-password.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { endSessionsBut } from '../sessions/own-sessions.ts'
import { renewSession, sessionKeyOf } from '../sessions/session.ts'
import { lockUser, setPassword } from '../users/user.ts'

/**
 * Changes one's password (specification §5, Change password; departure 10). Every other session ends, this one gets a new
 * cookie, and the owner is written to.
 */
export async function changePassword(call: Call<typeof endpoints.changePassword>): Promise<undefined> {
  const { bank, actor, input, now, answer } = call
  const { userId, email } = actor
  await requireGoodPassword(input.new_password, email, bank, 'new_password')
  const passwordHash = await bank.passwords.hash(input.new_password)
  const token = await inTransaction(bank.db, async (connection) => {
    // Whoever signs in meanwhile with the old password waits here, and is refused.
    await lockUser(connection, userId)
    const renewed = await renewSession(connection, actor.key, { now })
    if (renewed === undefined) throw new Refusal('signed_out')
    await setPassword(connection, userId, { passwordHash, now })
    const ended = await endSessionsBut(connection, userId, sessionKeyOf(renewed)!)
    await queueMail(connection, passwordChangedMail(bank.config.bankName, actor), now)
    const details = { otherSessionsEnded: ended }
    await recordAudit(connection, {
      actorId: userId,
      action: 'password_changed',
      target: userId,
      details,
      now,
    })
    return renewed
  })
  answer.openSession(token)
}
