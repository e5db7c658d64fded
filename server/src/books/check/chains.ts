import type { SealedPosting } from '@bank/ledger/sealed-text'
import { firstLink, type Link, seal } from '../seal.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { firstId, pagedRows } from './paged-rows.ts'
import {
  type BatchRange,
  batchKey,
  inBatchRange,
  kindFault,
  rangeValues,
  sealedPostingOf,
  sealedPostingsByBatch,
  withBookings,
} from './sealed-postings.ts'

/** The last batch that is proved, whether all of its writer are, and how many of the next ones are likely to fill a slice. */
type Proved = { readonly head: Link; readonly isWriterDone: boolean; readonly batches: number }

/** Recomputes the hash of every batch from the rows it wrote and compares it with the stored one. Counts batches. */
export async function checkChains(connection: Reader, slice: Slice<Proved>): Promise<CheckResult<Proved>> {
  const { after, rowsMax } = slice
  if (rowsMax === Number.POSITIVE_INFINITY) return proveBatches(connection, slice, null, null)
  // Of a new writer PostgreSQL expects a single posting, and would read the entries once for each.
  await connection.query(
    "select set_config(name, 'off', true) from pg_settings where name = 'enable_nestloop'",
  )
  const range = await nextBatches(connection, slice)
  // Writers that are in no batch.
  const stray = after?.isWriterDone !== false ? await findStray(connection, after, range) : undefined
  if (stray || !range) return { rows: 0, fault: stray ?? null }
  const begin = after?.head.writerId === range.writerId ? after.head : null
  const { rows, fault, head } = await proveBatches(connection, slice, range, begin)
  const batches = Math.ceil((rowsMax * rows) / Math.max(1, range.postings))
  return { rows, fault, next: { head: head!, isWriterDone: range.upTo === null, batches } }
}

/** Proves the batches of a range, or all, each with the link before it. */
async function proveBatches(
  connection: Reader,
  slice: Pick<Slice<unknown>, 'rowsMax'>,
  range: BatchRange | null,
  begin: Link | null,
): Promise<{ rows: number; fault: string | null; head: Link | null }> {
  const postings = sealedPostingsByBatch(connection, slice, range)
  let rows = 0
  let head = begin
  const wrong = (fault: string) => ({ rows, fault, head })
  const batches = pagedRows<BatchRow>(
    connection,
    slice,
    'batches_in_order',
    batchesInOrder(range),
    rangeValues(range),
  )
  for await (const { writer_id, batch_no, hash } of batches) {
    if (head?.writerId !== writer_id) head = firstLink(writer_id)
    const batch = `batch ${batch_no} of writer ${writer_id}`
    if (batch_no !== head.batchNo + 1n) return wrong(`${batch} follows batch ${head.batchNo}`)
    const key = batchKey(writer_id, batch_no)
    const next = await postings.next()
    if (next !== undefined && next < key) return wrong(strayFault(next))

    const sealed: SealedPosting[] = []
    for await (const row of postings.take(key)) {
      const fault = kindFault(row)
      if (fault) return wrong(fault)
      sealed.push(sealedPostingOf(row))
      if (row.position === sealed.length) continue
      return wrong(`posting ${row.posting_id} is number ${row.position} of ${batch}, not ${sealed.length}`)
    }
    if (sealed.length === 0) return wrong(`${batch} has no postings`)
    const link = seal(head, sealed)
    if (!link.hash.equals(hash))
      return wrong(`${batch} does not have the hash of what it wrote: ${listed(sealed)}`)
    head = link
    rows++
  }
  const next = await postings.next()
  return next === undefined ? { rows, fault: null, head } : wrong(strayFault(next))
}

// A batch of a busy bank has about twenty postings, one of a quiet bank has one.
const postingsOfBatch = 20

/** The batches of a slice with about `rowsMax` postings, all of one writer; null after the last one. */
async function nextBatches(
  connection: Reader,
  slice: Slice<Proved>,
  count = batchesOf(slice),
): Promise<BatchRange | null> {
  const { after, rowsMax } = slice
  const { rows } = await connection.query<{ writerId: string; batchNo: bigint }>(
    `select writer_id as "writerId", batch_no as "batchNo" from batches
      where (writer_id, batch_no) > ($1::uuid, $2::bigint) order by writer_id, batch_no limit $3::int + 1`,
    [after?.head.writerId ?? firstId, after?.isWriterDone ? lastBatchNo : (after?.head.batchNo ?? 0n), count],
  )
  const [first] = rows
  if (!first) return null
  const { writerId } = first
  const own = rows.filter((row) => row.writerId === writerId)
  const range = await withBookings(connection, {
    writerId,
    after: after?.head.writerId === writerId ? after.head.batchNo : null,
    upTo: own.length > count ? own[count - 1]!.batchNo : null,
  })
  const isTooLarge = range.postings > 2 * rowsMax && count > 1
  return isTooLarge ? nextBatches(connection, slice, Math.ceil((count * rowsMax) / range.postings)) : range
}

function batchesOf({ after, rowsMax }: Slice<Proved>): number {
  return after && !after.isWriterDone ? after.batches : Math.ceil(rowsMax / postingsOfBatch)
}

const lastBatchNo = 2n ** 63n - 1n

/** The posting of a writer that is in no batch, between those of two slices. */
async function findStray(
  connection: Reader,
  after: Proved | null,
  range: BatchRange | null,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ writer_id: string; batch_no: bigint }>(
    `select writer_id, batch_no from postings
      where ($1::uuid is null or writer_id > $1) and ($2::uuid is null or writer_id < $2)
      order by writer_id, batch_no limit 1`,
    [after?.head.writerId ?? null, range?.writerId ?? null],
  )
  const [first] = rows
  return first && strayFault(batchKey(first.writer_id, first.batch_no))
}

type BatchRow = { writer_id: string; batch_no: bigint; hash: Buffer }

function batchesInOrder(range: BatchRange | null): string {
  return `
    select writer_id, batch_no, hash from batches
     where ${inBatchRange(range)}
     order by writer_id, batch_no`
}

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
