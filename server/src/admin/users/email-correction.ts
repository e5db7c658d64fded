import { momentText } from '@bank/contract/date-text'
import { isStaff } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import type { AuditEvent } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { type Control, controlDetails } from '../../books/rows/approvals.ts'
import { endEmailChange, insertEmailChange } from '../../email-changes/email-change.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { emailChangeAskedMail, emailLinkMail } from '../../mail/profile-letters.ts'
import { Refusal } from '../../refusal.ts'
import type { StoredProfile } from '../../users/profile.ts'
import { isEmailTaken } from '../../users/user.ts'

/** A new e-mail that staff enter for a user. */
type NewEmail = {
  readonly stored: StoredProfile
  readonly email: string
  readonly reason: string
  readonly askedBy: string
}

/** Throws for the e-mail of staff, and for one that a user has. */
export async function requireNewEmail(
  connection: PoolClient,
  { stored, email }: Pick<NewEmail, 'stored' | 'email'>,
): Promise<void> {
  if (isStaff(stored.role)) throw new Refusal('administrator_email_fixed')
  if (await isEmailTaken(connection, email)) throw new Refusal('email_taken')
}

/**
 * Starts or replaces the pending e-mail of a locked user, and queues the mails about it, one of them with the link. Returns its audit
 * event.
 */
export async function startNewEmail(
  connection: PoolClient,
  { keys, config: { bankName, timeZone } }: Pick<Bank, 'keys' | 'config'>,
  { stored, email, reason, askedBy }: NewEmail,
  control: Control,
  now: Date,
): Promise<Pick<AuditEvent, 'action' | 'details'>> {
  await requireNewEmail(connection, { stored, email })
  await endEmailChange(connection, stored.id, now)
  const change = { userId: stored.id, email, purpose: 'correction', askedBy } as const
  const inserted = await insertEmailChange(connection, change, { key: keys.emailChangeKey, now })
  const until = momentText(inserted.expiresAt, timeZone, 'long')
  await queueMail(connection, emailChangeAskedMail(bankName, stored, { reason, until }), now)
  await queueMail(connection, emailLinkMail(bankName, inserted), now)
  const details = { before: stored.email, after: email, reason, ...controlDetails(control) }
  return { action: 'email_change_asked', details }
}
