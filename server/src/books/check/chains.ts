import type { SealedPosting } from '@bank/ledger/sealed-text'
import { firstLink, type Link, seal } from '../seal.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { pagedRows } from './paged-rows.ts'
import {
  type BatchId,
  batchKey,
  batchRangeValues,
  inBatchRange,
  kindFault,
  sealedPostingOf,
  sealedPostingsByBatch,
} from './sealed-postings.ts'

/** Recomputes the hash of every batch from the rows it wrote and compares it with the stored one. Counts batches. */
export async function checkChains(
  connection: Reader,
  { after, rowsMax }: Slice<Link>,
): Promise<CheckResult<Link>> {
  const range = { after, last: await lastBatch(connection, after, rowsMax) }
  const postings = sealedPostingsByBatch(connection, range)
  let rows = 0
  let head = after
  const batches = pagedRows<BatchRow>(connection, 'batches_in_order', batchesInOrder, batchRangeValues(range))
  for await (const { writer_id, batch_no, hash } of batches) {
    if (head?.writerId !== writer_id) head = firstLink(writer_id)
    const batch = `batch ${batch_no} of writer ${writer_id}`
    if (batch_no !== head.batchNo + 1n) return { rows, fault: `${batch} follows batch ${head.batchNo}` }
    const key = batchKey(writer_id, batch_no)
    const next = await postings.next()
    if (next !== undefined && next < key) return { rows, fault: strayFault(next) }

    const sealed: SealedPosting[] = []
    for await (const row of postings.take(key)) {
      const fault = kindFault(row)
      if (fault) return { rows, fault }
      sealed.push(sealedPostingOf(row))
      if (row.position === sealed.length) continue
      return {
        rows,
        fault: `posting ${row.posting_id} is number ${row.position} of ${batch}, not ${sealed.length}`,
      }
    }
    if (sealed.length === 0) return { rows, fault: `${batch} has no postings` }
    const link = seal(head, sealed)
    if (!link.hash.equals(hash))
      return { rows, fault: `${batch} does not have the hash of what it wrote: ${listed(sealed)}` }
    head = link
    rows++
  }
  const next = await postings.next()
  if (next !== undefined) return { rows, fault: strayFault(next) }
  return { rows, fault: null, next: range.last === null ? undefined : head! }
}

// A batch of a busy bank has about twenty postings.
const postingsOfBatch = 20

/** The last batch of a slice with about `rowsMax` postings; null for the last slice. */
async function lastBatch(
  connection: Reader,
  after: BatchId | null,
  rowsMax: number,
): Promise<BatchId | null> {
  if (rowsMax === Number.POSITIVE_INFINITY) return null
  const { rows } = await connection.query<BatchId>(
    `select writer_id as "writerId", batch_no as "batchNo" from batches
      where ${inBatchRange('writer_id', 'batch_no')} order by writer_id, batch_no offset $5 limit 1`,
    [...batchRangeValues({ after, last: null }), Math.floor(rowsMax / postingsOfBatch)],
  )
  return rows[0] ?? null
}

type BatchRow = { writer_id: string; batch_no: bigint; hash: Buffer }

const batchesInOrder = `
  select writer_id, batch_no, hash from batches
   where ${inBatchRange('writer_id', 'batch_no')}
   order by writer_id, batch_no`

function strayFault(key: string): string {
  const [writerId, batchNo] = key.split(' ')
  return `batch ${BigInt(batchNo!)} of writer ${writerId} is missing, but has postings`
}

/** The postings of a batch, of which at least one was changed. */
function listed(postings: readonly SealedPosting[]): string {
  const ids = postings.slice(0, 5).map(({ id }) => id)
  const more = postings.length - ids.length
  return `${postings.length === 1 ? 'posting' : 'postings'} ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
