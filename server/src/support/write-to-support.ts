import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Verb } from '../call.ts'
import { supportMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { isTransactionOfUser } from '../transactions/transaction.ts'
import { answerDueAt, openCase, referenceOf } from './case.ts'

/**
 * Opens a case with a message to support, from a visitor or a signed-in user, and mails it to SUPPORT_EMAIL if that is configured. Throws
 * `transaction_not_found` when a user names a transaction of another; what a visitor names is not verified.
 */
export const writeToSupport: Verb<'writeToSupport'> = async ({ bank, actor, input, now }) => {
  const { db, config } = bank
  const { email, subject, message: text, transactionId = null } = input
  const userId = actor?.userId ?? null
  if (userId !== null && transactionId !== null && !(await isTransactionOfUser(db, transactionId, userId))) {
    throw new Refusal('transaction_not_found')
  }
  const id = timeOrderedId(now)
  const reference = referenceOf(id)
  const dueAt = answerDueAt(now, config)
  await inTransaction(db, async (connection) => {
    await openCase(connection, {
      id,
      kind: 'question',
      userId,
      email,
      subject,
      text,
      transactionId,
      dueAt,
      now,
    })
    const { supportEmail } = config
    if (supportEmail !== undefined) {
      await queueMail(
        connection,
        supportMail(supportEmail, { reference, email, subject, message: text }),
        now,
      )
    }
  })
  return { id, reference, dueAt }
}
