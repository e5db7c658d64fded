import type { Verb } from '../call.ts'
import { findCasesOfUser, referenceOf } from './case.ts'
import { findEntries } from './case-entry.ts'

// Older ones are in the customer's mailbox.
const casesMax = 20

/** The last cases of the caller, with what the caller and the bank wrote: without the notes, and without the names of staff. */
export const listOwnCases: Verb<'listOwnCases'> = async ({ bank, actor }) => {
  const cases = await findCasesOfUser(bank.db, actor.userId, casesMax)
  const ids = cases.map(({ id }) => id)
  const entries = await findEntries(bank.db, ids, { withNotes: false })
  const entriesOf = Map.groupBy(entries, ({ caseId }) => caseId)
  return {
    cases: cases.map((one) => ({
      ...one,
      reference: referenceOf(one.id),
      entries: (entriesOf.get(one.id) ?? []).map(({ id, side, text, at, files }) => ({
        id,
        side: side === 'bank' ? side : 'customer',
        text,
        at,
        files,
      })),
    })),
  }
}
