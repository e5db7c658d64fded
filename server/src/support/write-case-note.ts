import type { Verb } from '../call.ts'
import { actOnCase } from './case-act.ts'
import { insertEntry } from './case-entry.ts'

/** Adds a note that only staff read. It changes neither the state nor the owner of the case, and nothing tells the customer of it. */
export const writeCaseNote: Verb<'writeCaseNote'> = async (call) => {
  const { entryId, text } = call.input
  await actOnCase(call, 'support_message_noted', async (connection, { id }) => {
    const authorId = call.actor.userId
    const note = { id: entryId, caseId: id, side: 'note', authorId, text, now: call.now } as const
    return (await insertEntry(connection, note)) ? { entryId } : undefined
  })
}
