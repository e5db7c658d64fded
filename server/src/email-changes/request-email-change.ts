import { isStaff } from '@bank/contract/roles/role'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { emailCodeMail } from '../mail/profile-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { lockProfile } from '../users/profile.ts'
import { endEmailChange, insertEmailChange } from './email-change.ts'

/**
 * Mails a code to the caller's new e-mail, in place of an earlier pending one, and uses up the proof that the session holds. Nothing
 * else changes until the code is entered. It does not say whether another user has the e-mail: that is told to a caller who has
 * read the code. Throws `email_unchanged`, `administrator_email_fixed` and `mails_too_many`.
 */
export const requestEmailChange: Verb<'requestEmailChange'> = async ({ bank, actor, input, now, answer }) => {
  const { userId } = actor
  const { email } = input
  const { token, expiresAt } = await inTransaction(bank.db, async (connection) => {
    const stored = (await lockProfile(connection, userId))!
    if (isStaff(stored.role)) throw new Refusal('administrator_email_fixed')
    if (stored.email === email) throw new Refusal('email_unchanged')
    const token = await consumeProof(connection, actor, now)
    await endEmailChange(connection, userId, now)
    const change = { userId, email, purpose: 'own_change', askedBy: userId } as const
    const inserted = await insertEmailChange(connection, change, { key: bank.keys.emailChangeKey, now })
    if (!(await queueMail(connection, emailCodeMail(bank.config.bankName, inserted), now))) {
      throw new Refusal('mails_too_many')
    }
    const details = { before: stored.email, after: email }
    await recordOwnAct(connection, { userId, now }, 'email_change_asked', details)
    return { token, expiresAt: inserted.expiresAt }
  })
  answer.openSession(token)
  return { email, expiresAt }
}
