import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Actor, Call } from '../call.ts'
import { passwordResetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { requireGoodPassword, requireNotTemporary } from '../passwords/password-rules.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { attemptKey, forgetAttempts } from '../sessions/attempts.ts'
import { endSessions } from '../sessions/user-sessions.ts'
import { lockUser, setPassword } from '../users/user.ts'
import { findOpenReset, useReset } from './password-reset.ts'

/**
 * Sets a new password for the holder of the link (departure 26), once. Every session of theirs ends, no device is known any
 * more, a block of the sign-in ends, the second factor stays on, and the owner is written to.
 */
export async function resetPassword({
  bank,
  actor,
  input,
  now,
  answer,
}: Call<typeof endpoints.resetPassword, Actor | null>): Promise<undefined> {
  const { token, new_password: password } = input
  // Looked at before the password is hashed: who has no link makes the bank do no work.
  const found = await findOpenReset(bank.db, token, now)
  if (!found) throw new Refusal('reset_link_invalid')
  const { userId, name, email } = found
  await requireGoodPassword(password, email, bank, 'new_password')
  await requireNotTemporary(bank, userId, password)
  const passwordHash = await bank.passwords.hash(password)

  await inTransaction(bank.db, async (connection) => {
    // Whoever signs in meanwhile with the old password waits here, and is refused.
    await lockUser(connection, userId)
    if (!(await useReset(connection, token, now))) throw new Refusal('reset_link_invalid')
    await setPassword(connection, userId, { passwordHash, now })
    // Also for this browser: with the old password its device cookie, and the count under it, became worthless. It gets no
    // new one, because a link shows no second factor.
    await forgetAttempts(connection, attemptKey('email', email), now)
    const details = { sessionsEnded: await endSessions(connection, userId) }
    await queueMail(connection, passwordResetMail(bank.config.bankName, { name, email }), now)
    const event = { actorId: userId, action: 'password_reset', target: userId, details, now }
    await recordAudit(connection, event)
  })
  if (actor?.userId === userId) answer.closeSession()
}
