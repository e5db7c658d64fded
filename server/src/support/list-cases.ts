import type { Verb } from '../call.ts'
import { readPage } from '../postgres/read-page.ts'
import { Refusal } from '../refusal.ts'
import { type CaseCursor, findCases } from './case.ts'

/** A page of the cases for staff (departure 19): those that are due, by their deadlines, or others, the newest first. */
export const listCases: Verb<'listCases'> = async ({ bank, query }) => {
  const { list, limit, cursor } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const { rows: cases, last } = await readPage(limit, (most) =>
    findCases(bank.db, { list, after, limit: most }),
  )
  return {
    cases,
    nextCursor: last ? writeCursor(last.id, list === 'due' ? last.dueAt! : last.createdAt) : null,
  }
}

// The deadline of the last row may have changed before the next page is read.
function writeCursor(id: string, at: Date): string {
  return `${id}.${at.getTime()}`
}

function readCursor(text: string): CaseCursor {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,14})$/.exec(text)
  if (!match) throw new Refusal('malformed')
  return { id: match[1]!, at: new Date(Number(match[2])) }
}
