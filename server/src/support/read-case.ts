import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findCase } from './case.ts'
import { findEntries } from './case-entry.ts'
import { listedCaseOf } from './case-views.ts'

/** A case with its entries, notes and files, for staff. */
export const readCase: Verb<'readCase'> = async ({ bank, params: { id } }) => {
  const [found, entries] = await Promise.all([
    findCase(bank.db, id),
    findEntries(bank.db, [id], { withNotes: true }),
  ])
  if (!found) throw new Refusal('support_message_not_found')
  return { ...listedCaseOf(found), entries: entries.map(({ caseId: _, ...entry }) => entry) }
}
