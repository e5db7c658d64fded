import type { Verb } from '../call.ts'
import { findOwnMessages, referenceOf } from './support-message.ts'

// Older ones are in the customer's mailbox.
const messagesMax = 20

/** The last messages of the caller to support, with the answers. */
export const listOwnMessages: Verb<'listOwnMessages'> = async ({ bank, actor }) => {
  const found = await findOwnMessages(bank.db, actor.userId, messagesMax)
  return {
    messages: found.map(({ answers, ...message }) => ({
      ...message,
      reference: referenceOf(message.id),
      answers: answers.map((answer) => ({ ...answer, at: new Date(answer.at) })),
    })),
  }
}
