import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordStaffAct } from '../admin/administrator-act.ts'
import type { Call } from '../call.ts'
import { findPendingEmail } from '../email-changes/email-change.ts'
import { findEmailHold } from '../email-changes/reset-hold.ts'
import { momentInWords } from '../mail/moment-text.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findEmail, lockUser } from '../users/user.ts'
import { insertReset } from './password-reset.ts'

/**
 * An administrator has a user mailed a link to choose a password (departures 1 and 26). Only its owner sees it. Refused while
 * a new email of the user is pending, and for 72 hours after it took effect: staff who replace an email and then send a link
 * to it would hold the account.
 */
export async function sendResetLink({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.sendResetLink>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    // A correction that starts a new email meanwhile waits here.
    await lockUser(connection, id)
    const email = await findEmail(connection, id)
    if (email === undefined) throw new Refusal('user_not_found')
    await requireNoEmailChange(connection, id, { timeZone: bank.config.timeZone, now })
    await insertReset(connection, { email, askedBy: actor.userId }, now)
    const event = { actorId: actor.userId, action: 'password_reset_asked', target: id, details: {}, now }
    await recordStaffAct(connection, event)
  })
}

/** Throws `email_change_pending` or `email_changed_recently`, with the moment from which a link can be sent. */
async function requireNoEmailChange(
  connection: PoolClient,
  userId: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const pending = await findPendingEmail(connection, userId, now)
  if (pending) {
    throw new Refusal('email_change_pending', { from: momentInWords(pending.expiresAt, timeZone) })
  }
  const heldUntil = await findEmailHold(connection, userId, now)
  if (heldUntil) throw new Refusal('email_changed_recently', { from: momentInWords(heldUntil, timeZone) })
}
