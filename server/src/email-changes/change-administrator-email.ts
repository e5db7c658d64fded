import { isStaff } from '@bank/contract/roles/role'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { administratorEmailMail, emailChangedMail } from '../mail/profile-letters.ts'
import { findPassword } from '../passwords/password.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { lockProfile } from '../users/profile.ts'
import { replaceEmail } from './email-replacement.ts'

/**
 * Replaces an administrator's e-mail at once, from the command line. Every session ends, and both addresses get a mail. The audit
 * event has no actor. Throws `email_taken` when another user has the new e-mail; changes nothing in the other cases.
 */
export async function changeAdministratorEmail(
  { db, config }: { readonly db: Bank['db']; readonly config: Pick<Bank['config'], 'bankName' | 'timeZone'> },
  { email, newEmail }: { email: string; newEmail: string },
  now: Date,
): Promise<'changed' | 'user_unknown' | 'not_administrator' | 'email_unchanged'> {
  const user = await findPassword(db, email)
  if (!user) return 'user_unknown'
  return inTransaction(db, async (connection) => {
    const before = await lockProfile(connection, user.id)
    if (before?.email !== email) return 'user_unknown'
    if (!isStaff(before.role)) return 'not_administrator'
    if (newEmail === email) return 'email_unchanged'
    const { sessionsEnded } = await replaceEmail(connection, { userId: before.id, email: newEmail, now })
    await queueMail(
      connection,
      withOccasion(emailChangedMail(config.bankName, before), { bank: { config }, now }),
      now,
    )
    const reader = { name: before.name, email: newEmail }
    const mail = administratorEmailMail(config.bankName, reader)
    await queueMail(connection, withOccasion(mail, { bank: { config }, now }), now)
    const details = { before: email, after: newEmail, sessionsEnded }
    const event = { actorId: null, action: 'email_changed' as const, target: before.id, details, now }
    await recordAudit(connection, event)
    return 'changed'
  })
}
