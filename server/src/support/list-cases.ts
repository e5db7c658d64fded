import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { type CaseCursor, type CaseForStaff, findCases } from './case.ts'
import { listedCaseOf } from './case-views.ts'

/** A page of the cases for staff (departure 19): those that are due, by their deadlines, or others, the newest first. */
export const listCases: Verb<'listCases'> = async ({ bank, query }) => {
  const { list, limit, cursor } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  // One more row shows whether there is a next page.
  const found = await findCases(bank.db, { list, after, limit: limit + 1 })
  const cases = found.slice(0, limit)
  const last = cases.at(-1)
  return {
    cases: cases.map(listedCaseOf),
    nextCursor: last && found.length > cases.length ? writeCursor(last) : null,
  }
}

// The deadline of the last row may have changed before the next page is read.
function writeCursor({ id, dueAt }: CaseForStaff): string {
  return `${id}.${dueAt?.getTime() ?? 0}`
}

function readCursor(text: string): CaseCursor {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,14})$/.exec(text)
  if (!match) throw new Refusal('malformed')
  return { id: match[1]!, dueAt: new Date(Number(match[2])) }
}
