import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { answerDueAt, lockCase, mailEntry, setCaseState } from './case.ts'
import { insertEntry } from './case-entry.ts'

/**
 * Adds what a customer writes to one of their cases. A case that waits or is closed is open again, with a new deadline; an
 * undecided dispute keeps the one that it has. Throws `support_message_not_found` for the case of another.
 */
export const replyToSupport: Verb<'replyToSupport'> = async ({ bank, actor, params: { id }, input, now }) => {
  const { userId } = actor
  const { entryId, text } = input
  await inTransaction(bank.db, async (connection) => {
    const found = await lockCase(connection, id)
    if (found?.userId !== userId) throw new Refusal('support_message_not_found')
    const entry = { id: entryId, caseId: id, side: 'customer', authorId: userId, text, now } as const
    if (!(await insertEntry(connection, entry))) return
    if (found.state !== 'open') {
      const dueAt = found.decideBy ?? answerDueAt(now, bank.config)
      await setCaseState(connection, id, { state: 'open', dueAt })
    }
    const { email, subject } = found
    await mailEntry(connection, bank.config, { id, email, subject, text, now })
  })
}
