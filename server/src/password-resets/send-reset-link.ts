import { momentText } from '@bank/contract/date-text'
import type { PoolClient } from 'pg'
import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Verb } from '../call.ts'
import { findPendingEmail } from '../email-changes/email-change.ts'
import { resetHoldUntil } from '../email-changes/reset-hold.ts'
import { Refusal } from '../refusal.ts'
import { type EmailState, findEmailState, inUserTransaction } from '../users/user.ts'
import { insertReset } from './password-reset.ts'

/**
 * An administrator sends a user a link to choose a new password (departures 1 and 26). Only the user sees the link. Refused
 * while the e-mail is not confirmed, while an administrator's new e-mail for the user is pending, and for 72 hours after it took effect: an administrator who replaces the e-mail
 * and then sends a link to it would control the account.
 */
export const sendResetLink: Verb<'sendResetLink'> = async ({ bank, actor, params, now }) => {
  const { id } = params
  // A concurrent correction of the e-mail waits for this lock.
  await inUserTransaction(bank.db, id, async (connection) => {
    const state = await findEmailState(connection, id)
    if (!state) throw new Refusal('user_not_found')
    if (state.emailConfirmedAt === null) throw new Refusal('email_not_confirmed')
    await requireNoEmailChange(connection, { id, ...state }, { timeZone: bank.config.timeZone, now })
    await insertReset(connection, { email: state.email, purpose: 'password', askedBy: actor.userId }, now)
    const event = { action: 'password_reset_asked', target: id, now } as const
    await recordAdministratorAct(connection, actor, event)
  })
}

/** Throws `email_change_pending` or `email_changed_recently`, with the time from which a link can be sent. */
async function requireNoEmailChange(
  connection: PoolClient,
  user: EmailState & { id: string },
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const pending = await findPendingEmail(connection, user.id, { purpose: 'correction', now })
  if (pending) {
    throw new Refusal('email_change_pending', { from: momentText(pending.expiresAt, timeZone, 'long') })
  }
  const heldUntil = resetHoldUntil(user, now)
  if (heldUntil)
    throw new Refusal('email_changed_recently', { from: momentText(heldUntil, timeZone, 'long') })
}
