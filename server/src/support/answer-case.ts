import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Verb } from '../call.ts'
import { supportAnswerMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { readUser } from '../users/user.ts'
import { insertAnswer, lockMessage, referenceOf, setAnswered, setOwner } from './support-message.ts'

/**
 * Answers a message to support: the text is kept, and mailed to the address that the sender typed; a customer who was signed in reads it
 * under Help, too. The caller becomes the owner. Throws `support_message_taken` when another administrator has taken the message, so
 * that two do not answer it, and `mails_too_many` where no mail can be queued to an address that may be a stranger's.
 */
export const answerMessage: Verb<'answerMessage'> = async ({ bank, actor, params: { id }, input, now }) => {
  const { answerId, text } = input
  await inTransaction(bank.db, async (connection) => {
    const message = await lockMessage(connection, id)
    if (!message) throw new Refusal('support_message_not_found')
    const { userId, email, subject, takenBy } = message
    if (takenBy && takenBy.id !== actor.userId) {
      throw new Refusal('support_message_taken', { name: takenBy.name })
    }
    const answer = { id: answerId, messageId: id, authorId: actor.userId, text, now }
    if (!(await insertAnswer(connection, answer))) return
    await setOwner(connection, id, actor.userId)
    await setAnswered(connection, id, now)
    const reference = referenceOf(id)
    // The name of a customer is not mailed to an address that is not verified.
    const reader = userId === null ? { email } : { email, name: (await readUser(connection, userId)).name }
    const mail = supportAnswerMail(bank.config.bankName, reader, { reference, subject, text })
    if (!(await queueMail(connection, mail, now))) throw new Refusal('mails_too_many')
    const event = {
      action: 'support_message_answered',
      target: id,
      details: { reference, answerId },
      now,
    } as const
    await recordAdministratorAct(connection, actor, event)
  })
}
