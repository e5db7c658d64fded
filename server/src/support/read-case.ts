import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findCase } from './case.ts'
import { findEntries } from './case-entry.ts'

/** A case with its entries, notes and files, for staff; in a case of their own, without the notes. */
export const readCase: Verb<'readCase'> = async ({ bank, actor, params: { id } }) => {
  const found = await findCase(bank.db, id)
  if (!found) throw new Refusal('support_message_not_found')
  const entries = await findEntries(bank.db, [id], { withNotes: found.user?.id !== actor.userId })
  return { ...found, entries: entries.map(({ caseId: _, ...entry }) => entry) }
}
