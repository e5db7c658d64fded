import type { Verb } from '../call.ts'
import { findSupportMessages, referenceOf } from './support-message.ts'

/** A page of the messages to support, newest first, for administrators (departure 19). */
export const listSupportMessages: Verb<'listSupportMessages'> = async ({ bank, query }) => {
  const { state, limit, cursor } = query
  // One more row shows whether there is a next page.
  const found = await findSupportMessages(bank.db, { state, after: cursor, limit: limit + 1 })
  const messages = found.slice(0, limit)
  return {
    messages: messages.map(({ userId, userName, answers, ...message }) => ({
      ...message,
      answers: answers.map((answer) => ({ ...answer, at: new Date(answer.at) })),
      reference: referenceOf(message.id),
      user: userId === null ? null : { id: userId, name: userName ?? '' },
    })),
    nextCursor: found.length > messages.length ? messages.at(-1)!.id : null,
  }
}
