import type { Entry } from '@bank/ledger/posting'
import { postingFault } from '@bank/ledger/trial-balance'
import type { Client } from 'pg'
import type { CheckResult } from './check-result.ts'
import { groupedByKey, pagedRows } from './paged-rows.ts'
import {
  type EntryRow,
  entryColumns,
  entryOf,
  type PostingRow,
  postingColumns,
  postingOf,
} from './row-shapes.ts'

/** Proves each posting from its entries. Counts postings. */
export async function checkPostings(connection: Client): Promise<CheckResult> {
  const entries = groupedByKey(
    pagedRows<EntryRow>(
      connection,
      'entries_by_posting',
      `select ${entryColumns} from entries order by posting_id, amount_minor`,
    ),
    (row) => row.posting_id,
  )
  let rows = 0
  const postings = pagedRows<PostingRow>(
    connection,
    'postings_by_id',
    `select ${postingColumns} from postings p order by p.id`,
  )
  for await (const row of postings) {
    const next = await entries.next()
    if (next !== undefined && next < row.posting_id) return { rows, fault: missing(next) }
    const own: Entry[] = []
    for await (const entryRow of entries.take(row.posting_id)) own.push(entryOf(entryRow))
    const fault = postingFault(postingOf(row), own)
    if (fault) return { rows, fault }
    rows++
  }
  const next = await entries.next()
  return { rows, fault: next === undefined ? null : missing(next) }
}

function missing(id: string): string {
  return `posting ${id} is missing, but has entries`
}
