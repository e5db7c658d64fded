import { isStaff } from '@bank/contract/roles/role'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { emailRestoredMail, emailTakenBackMail } from '../mail/profile-letters.ts'
import { expirePassword } from '../passwords/password.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { removeAuthenticator } from '../two-factor/authenticator.ts'
import { lockProfile } from '../users/profile.ts'
import { endLaterRestorations, findLink, useEmailChange } from './email-change.ts'
import { replaceEmail } from './email-replacement.ts'

/**
 * Takes an earlier e-mail back with the link that was mailed to it when the customer's e-mail was changed, once, within 72 hours.
 * Every session ends, the password expires and a two-factor that was turned on since is off: the person who changed the e-mail knew the password. Both addresses get a mail, and a reset link is
 * sent to the restored one at once. Throws `email_link_invalid`, and `email_taken` when another user has the e-mail by now.
 */
export const restoreEmail: Verb<'restoreEmail'> = async (call) => {
  const { bank, actor, input, now, answer } = call
  const { token } = input
  const link = await findLink(bank.db, token, { purpose: 'restoration', now })
  if (link === undefined) throw new Refusal('email_link_invalid')
  const { userId, askedAt } = link
  const { bankName } = bank.config
  const email = await inTransaction(bank.db, async (connection) => {
    // A second use of the link, another change and a promotion to administrator wait for this lock.
    const before = (await lockProfile(connection, userId))!
    const email = await useEmailChange(connection, token, now)
    // An administrator's e-mail is changed on the command line only.
    if (email === undefined || email === before.email || isStaff(before.role)) {
      throw new Refusal('email_link_invalid')
    }
    await endLaterRestorations(connection, { userId, token, now })
    const restored = { userId, email, isRestored: true, now }
    const { sessionsEnded } = await replaceEmail(connection, restored)
    await expirePassword(connection, userId, now)
    await removeAuthenticator(connection, userId, askedAt)
    await queueMail(connection, withOccasion(emailTakenBackMail(bankName, before), { bank, now }), now)
    const mail = emailRestoredMail(bankName, { name: before.name, email })
    await queueMail(connection, withOccasion(mail, call), now)
    const details = { before: before.email, after: email, sessionsEnded }
    await recordOwnAct(connection, { userId, now }, 'email_restored', details)
    return email
  })
  if (actor?.userId === userId) answer.closeSession()
  return { email }
}
