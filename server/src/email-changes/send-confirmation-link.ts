import type { Verb } from '../call.ts'
import { confirmEmailMail } from '../mail/profile-letters.ts'
import { Refusal } from '../refusal.ts'
import { findEmailState, inUserTransaction } from '../users/user.ts'
import { queueConfirmationLink } from './confirmation-link.ts'

/** Mails the caller another link that confirms the e-mail. Throws `mails_too_many` after several on one day. */
export const sendConfirmationLink: Verb<'sendConfirmationLink'> = async ({ bank, actor, now }) => {
  const { userId } = actor
  await inUserTransaction(bank.db, userId, async (connection) => {
    const { email, emailConfirmedAt } = (await findEmailState(connection, userId))!
    if (emailConfirmedAt) throw new Refusal('email_confirmed_already')
    const isQueued = await queueConfirmationLink(connection, bank, {
      userId,
      email,
      mailOf: (link) => confirmEmailMail(bank.config.bankName, link),
      now,
    })
    if (!isQueued) throw new Refusal('mails_too_many')
  })
}
