import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { passwordResetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { refuseTemporaryPassword, requireGoodPassword } from '../passwords/password-rules.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { attemptKey, clearAttempts } from '../sessions/attempts.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { setPassword } from '../users/password.ts'
import { lockUser } from '../users/user.ts'
import { findOpenReset, useReset } from './password-reset.ts'

/**
 * Sets a new password with a link, once (departure 26). Ends every session of the user and a block of the sign-in, forgets
 * known devices, keeps two-factor on, and sends the user a mail.
 */
export async function resetPassword({
  bank,
  actor,
  input,
  now,
  answer,
}: Call<typeof endpoints.resetPassword>): Promise<undefined> {
  const { token, new_password: password } = input
  // Before the password is hashed: a caller without a valid link causes no work.
  const found = await findOpenReset(bank.db, token, now)
  if (!found) throw new Refusal('reset_link_invalid')
  const { userId, name, email } = found
  await requireGoodPassword(password, email, bank, 'new_password')
  await refuseTemporaryPassword(bank, userId, password)
  const passwordHash = await bank.passwords.hash(password)

  await inTransaction(bank.db, async (connection) => {
    // A concurrent sign-in with the old password waits for this lock, and is refused.
    await lockUser(connection, userId)
    if (!(await useReset(connection, token, now))) throw new Refusal('reset_link_invalid')
    await setPassword(connection, userId, { passwordHash, now })
    // This browser's device cookie and its count became invalid with the old password. It gets no new cookie: using a link
    // proves no second factor.
    await clearAttempts(connection, attemptKey('email', email), now)
    const details = { sessionsEnded: await endSessions(connection, userId) }
    await queueMail(connection, passwordResetMail(bank.config.bankName, { name, email }), now)
    const event = { actorId: userId, action: 'password_reset', target: userId, details, now }
    await recordAudit(connection, event)
  })
  if (actor?.userId === userId) answer.closeSession()
}
