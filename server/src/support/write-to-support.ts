import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { isTransactionOfUser } from '../transactions/transaction.ts'
import { answerDueAt, findCase, openCase, referenceOf } from './case.ts'

/**
 * Opens a case with a message to support, from a visitor or a signed-in user. A repeat under the same id gets the same reference, and the
 * deadline that the case has by then. Throws `transaction_not_found` when a user names a transaction of another; what a visitor names is not
 * verified.
 */
export const writeToSupport: Verb<'writeToSupport'> = async ({ bank, actor, input, now }) => {
  const { db, config } = bank
  const { messageId: id, email, subject, message: text, transactionId = null } = input
  const userId = actor?.userId ?? null
  if (userId !== null && transactionId !== null && !(await isTransactionOfUser(db, transactionId, userId))) {
    throw new Refusal('transaction_not_found')
  }
  const opened = {
    id,
    kind: 'question',
    userId,
    email,
    subject,
    text,
    authorId: userId,
    transactionId,
  } as const
  const dueAt = answerDueAt(now, config)
  const isNew = await inTransaction(db, (connection) =>
    openCase(connection, config, { ...opened, dueAt, now }),
  )
  const reference = referenceOf(id)
  if (isNew) return { id, reference, dueAt }
  const stored = (await findCase(db, id))!
  return { id, reference, dueAt: stored.dueAt }
}
