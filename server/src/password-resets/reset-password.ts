import type { endpoints } from '@bank/contract/endpoints'
import type { Actor, Call } from '../call.ts'
import { passwordResetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { requireGoodPassword } from '../passwords/new-password.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { attemptKey, forgetAttempts } from '../sessions/attempts.ts'
import { passwordAttemptKey } from '../sessions/known-device.ts'
import { endSessions } from '../sessions/own-sessions.ts'
import { lockUser, setPassword } from '../users/user.ts'
import { findOpenReset, useReset } from './password-reset.ts'

/**
 * Sets a new password for whoever holds the link (departure 26), once. Every session of theirs ends, a block of the sign-in, in
 * this browser too, is lifted, the second factor stays on, and the owner is written to.
 */
export async function resetPassword({
  bank,
  actor,
  input,
  now,
  origin,
  answer,
}: Call<typeof endpoints.resetPassword, Actor | null>): Promise<undefined> {
  const { token, new_password: password } = input
  // Looked at before the password is hashed: who has no link makes the bank do no work.
  const found = await findOpenReset(bank.db, token, now)
  if (!found) throw new Refusal('reset_link_invalid')
  const { userId, name, email } = found
  await requireGoodPassword(password, email, bank, 'new_password')
  const passwordHash = await bank.passwords.hash(password)

  await inTransaction(bank.db, async (connection) => {
    // Whoever signs in meanwhile with the old password waits here, and is refused.
    await lockUser(connection, userId)
    if (!(await useReset(connection, token, now))) throw new Refusal('reset_link_invalid')
    await setPassword(connection, userId, { passwordHash, now })
    await forgetAttempts(connection, attemptKey('email', email), now)
    // Whoever tried until they were blocked mostly did so here, in a browser with a count of its own.
    await forgetAttempts(connection, passwordAttemptKey(bank.keys.deviceKey, email, origin.deviceTokens), now)
    const details = { sessionsEnded: await endSessions(connection, userId) }
    await queueMail(connection, passwordResetMail(bank.config.bankName, { name, email }), now)
    const event = { actorId: userId, action: 'password_reset', target: userId, details, now }
    await recordAudit(connection, event)
  })
  if (actor?.userId === userId) answer.closeSession()
}
