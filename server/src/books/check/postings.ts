import type { Entry } from '@bank/ledger/posting'
import { postingFault } from '@bank/ledger/trial-balance'
import { entryColumns } from '../rows/entries.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/postings.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { groupedByKey, idRange, inIdRange, pagedRows } from './paged-rows.ts'

/** Proves each posting from its entries. Counts postings. */
export async function checkPostings(connection: Reader, slice: Slice<string>): Promise<CheckResult<string>> {
  const range = await idRange(connection, 'postings', slice)
  const entries = groupedByKey(
    pagedRows<Entry>(
      connection,
      'entries_by_posting',
      `select ${entryColumns} from entries where ${inIdRange('posting_id')} order by posting_id, amount_minor`,
      range,
    ),
    ({ postingId }) => postingId,
  )
  let rows = 0
  const postings = pagedRows<PostingRow>(
    connection,
    'postings_by_id',
    `select ${postingColumns} from postings p where ${inIdRange('p.id')} order by p.id`,
    range,
  )
  for await (const row of postings) {
    const next = await entries.next()
    if (next !== undefined && next < row.posting_id) return { rows, fault: missing(next) }
    const own: Entry[] = []
    for await (const entry of entries.take(row.posting_id)) own.push(entry)
    const fault = postingFault(postingOf(row), own)
    if (fault) return { rows, fault }
    rows++
  }
  const next = await entries.next()
  return { rows, fault: next === undefined ? null : missing(next), next: range[1] ?? undefined }
}

function missing(id: string): string {
  return `posting ${id} is missing, but has entries`
}
