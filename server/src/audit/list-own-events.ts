import { customerSentenceOf } from '@bank/contract/audit/actions'
import type { Verb } from '../call.ts'
import { readOwnEvents } from './audit-log.ts'

const eventsMax = 50

/** The last events about the caller: what they did, and what the bank did to their account. */
export const listOwnEvents: Verb<'listOwnEvents'> = async ({ bank, actor: { userId } }) => {
  const found = await readOwnEvents(bank.db, userId, eventsMax)
  return {
    events: found.map(({ id, happenedAt, action, actorId }) => {
      // An event without an actor is an operator's, except for a reset link that a visitor has asked for.
      const isByVisitor = actorId === null && action === 'password_reset_asked'
      const isByBank = actorId !== userId && !isByVisitor
      const sentence = customerSentenceOf(action, isByBank)
      return { id, happenedAt, action, sentence, isByBank }
    }),
  }
}
