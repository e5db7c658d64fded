import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { emailChangedMail } from '../mail/profile-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { lockProfile } from '../users/profile.ts'
import { findLink, useEmailChange } from './email-change.ts'
import { replaceEmail } from './email-replacement.ts'

/**
 * Makes a pending e-mail take effect with the link that was mailed to it, once. Every session of the user ends, and the old
 * address gets a mail. Throws `email_link_invalid`, and `email_taken` when another user has the e-mail by now.
 */
export const confirmCorrectedEmail: Verb<'confirmCorrectedEmail'> = async ({
  bank,
  actor,
  input,
  now,
  answer,
}) => {
  const { token } = input
  const userId = (await findLink(bank.db, token, { purpose: 'correction', now }))?.userId
  if (userId === undefined) throw new Refusal('email_link_invalid')
  const email = await inTransaction(bank.db, async (connection) => {
    // A second use of the link and a promotion to administrator wait for this lock.
    const before = await lockProfile(connection, userId)
    const email = await useEmailChange(connection, token, now)
    if (!before || email === undefined) throw new Refusal('email_link_invalid')
    const { sessionsEnded } = await replaceEmail(connection, { userId, email, now })
    await queueMail(
      connection,
      withOccasion(emailChangedMail(bank.config.bankName, before), { bank, now }),
      now,
    )
    const details = { before: before.email, after: email, sessionsEnded }
    await recordOwnAct(connection, { userId, now }, 'email_changed', details)
    return email
  })
  if (actor?.userId === userId) answer.closeSession()
  return { email }
}
