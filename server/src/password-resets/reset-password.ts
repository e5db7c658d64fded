import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { passwordResetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { setPassword } from '../passwords/password.ts'
import { refuseTemporaryPassword, requireGoodPassword } from '../passwords/password-rules.ts'
import { Refusal } from '../refusal.ts'
import { attemptKey, clearAttempts } from '../sessions/attempts.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { inUserTransaction } from '../users/user.ts'
import { findOpenReset, useReset } from './password-reset.ts'

/**
 * Sets a new password with a link, once (departure 26). Ends every session of the user and a block of the sign-in, forgets
 * known devices, keeps two-factor on, and sends the user a mail.
 */
export const resetPassword: Verb<'resetPassword'> = async (call) => {
  const { bank, actor, input, now, answer } = call
  const { token, new_password: password } = input
  // Before the password is hashed: a caller without a valid link causes no work.
  const found = await findOpenReset(bank.db, token, now)
  if (!found) throw new Refusal('reset_link_invalid')
  const { userId, name, email } = found
  await requireGoodPassword(password, email, bank, 'new_password')
  await refuseTemporaryPassword(bank, userId, password)
  const passwordHash = await bank.passwords.hash(password)

  // A concurrent sign-in with the old password waits for this lock, and is refused.
  await inUserTransaction(bank.db, userId, async (connection) => {
    if (!(await useReset(connection, { token, userId, purpose: 'password' }, now)))
      throw new Refusal('reset_link_invalid')
    await setPassword(connection, userId, { passwordHash, now })
    // This browser's device cookie and its count became invalid with the old password. It gets no new cookie: using a link
    // proves no second factor.
    await clearAttempts(connection, attemptKey('email', email), now)
    const details = { sessionsEnded: await endSessions(connection, userId) }
    await queueMail(
      connection,
      withOccasion(passwordResetMail(bank.config.bankName, { name, email }), call),
      now,
    )
    await recordOwnAct(connection, { userId, now }, 'password_reset', details)
  })
  if (actor?.userId === userId) answer.closeSession()
}
