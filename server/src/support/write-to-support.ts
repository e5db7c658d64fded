import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Verb } from '../call.ts'
import { supportMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { insertSupportMessage, referenceOf } from './support-message.ts'

/** Stores a message to support, from a visitor or a signed-in user, and mails it to SUPPORT_EMAIL if that is configured. */
export const writeToSupport: Verb<'writeToSupport'> = async ({ bank, actor, input, now }) => {
  const { email, subject, message, transactionId } = input
  const id = timeOrderedId(now)
  const reference = referenceOf(id)
  await inTransaction(bank.db, async (connection) => {
    await insertSupportMessage(connection, {
      id,
      userId: actor?.userId ?? null,
      email,
      subject,
      message,
      transactionId: transactionId ?? null,
      createdAt: now,
    })
    const { supportEmail } = bank.config
    if (supportEmail !== undefined) {
      await queueMail(connection, supportMail(supportEmail, { reference, email, subject, message }), now)
    }
  })
  return { reference }
}
