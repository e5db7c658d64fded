import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Call } from '../call.ts'
import { findPendingEmail } from '../email-changes/email-change.ts'
import { findResetHold } from '../email-changes/reset-hold.ts'
import { dateTimeText } from '../mail/date-time-text.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findEmail, lockUser } from '../users/user.ts'
import { insertReset } from './password-reset.ts'

/**
 * An administrator sends a user a link to choose a new password (departures 1 and 26). Only the user sees the link. Refused
 * while a new e-mail of the user is pending, and for 72 hours after it took effect: an administrator who replaces the e-mail
 * and then sends a link to it would control the account.
 */
export async function sendResetLink({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.sendResetLink>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    // A concurrent correction of the e-mail waits for this lock.
    await lockUser(connection, id)
    const email = await findEmail(connection, id)
    if (email === undefined) throw new Refusal('user_not_found')
    await requireNoEmailChange(connection, id, { timeZone: bank.config.timeZone, now })
    await insertReset(connection, { email, askedBy: actor.userId }, now)
    const event = { actorId: actor.userId, action: 'password_reset_asked', target: id, details: {}, now }
    await recordAdministratorAct(connection, event)
  })
}

/** Throws `email_change_pending` or `email_changed_recently`, with the time from which a link can be sent. */
async function requireNoEmailChange(
  connection: PoolClient,
  userId: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const pending = await findPendingEmail(connection, userId, now)
  if (pending) {
    throw new Refusal('email_change_pending', { from: dateTimeText(pending.expiresAt, timeZone) })
  }
  const heldUntil = await findResetHold(connection, userId, now)
  if (heldUntil) throw new Refusal('email_changed_recently', { from: dateTimeText(heldUntil, timeZone) })
}
