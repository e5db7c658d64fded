import type { Entry } from '@bank/ledger/posting'
import { postingFault } from '@bank/ledger/trial-balance'
import { entryColumns } from '../rows/entries.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/postings.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { groupedByKey, pagedRows } from './paged-rows.ts'

/** Moments of booking, as the database writes them: from the first one on, up to the second one and without it; null: to the end. */
type BookingRange = readonly [from: string, to: string | null]

/** Where a slice begins, and how many milliseconds are likely to have as many postings as one should have. */
type Step = { readonly from: string; readonly milliseconds: number }

/**
 * Proves each posting from its entries. Counts postings. Slices are ranges of the time of booking: it is the same on a posting and on its
 * entries, and both tables are in its order, so that the rows of a slice lie together.
 */
export async function checkPostings(connection: Reader, slice: Slice<Step>): Promise<CheckResult<Step>> {
  const { range, next } = await bookingRange(connection, slice)
  const entries = groupedByKey(
    pagedRows<Entry>(
      connection,
      slice,
      'entries_by_posting',
      `select ${entryColumns} from entries where ${inBookingRange} order by posting_id, amount_minor`,
      range,
    ),
    ({ postingId }) => postingId,
  )
  let rows = 0
  const postings = pagedRows<PostingRow>(
    connection,
    slice,
    'postings_by_id',
    `select ${postingColumns} from postings p where ${inBookingRange} order by p.id`,
    range,
  )
  for await (const row of postings) {
    const first = await entries.next()
    if (first !== undefined && first < row.posting_id) return { rows, fault: missing(first) }
    const own: Entry[] = []
    for await (const entry of entries.take(row.posting_id)) own.push(entry)
    const fault = postingFault(postingOf(row), own)
    if (fault) return { rows, fault }
    rows++
  }
  const stray = await entries.next()
  return { rows, fault: stray === undefined ? null : missing(stray), next }
}

const inBookingRange = 'booked_at >= $1 and ($2::timestamptz is null or booked_at < $2)'

/** The range of about `rowsMax` postings, and where the next one begins. */
async function bookingRange(
  connection: Reader,
  { after, rowsMax }: Slice<Step>,
): Promise<{ range: BookingRange; next: Step | undefined }> {
  if (rowsMax === Number.POSITIVE_INFINITY) return { range: ['-infinity', null], next: undefined }
  const begin = after ?? (await firstStep(connection))
  const { rows } = await connection.query<{ found: number; to: string | null; milliseconds: number }>(
    rangeFrom,
    [begin.from, begin.milliseconds, rowsMax],
  )
  const { found, to, milliseconds } = rows[0]!
  const range = [after === null ? '-infinity' : begin.from, to] as const
  if (to === null) return { range, next: undefined }
  // A few times as long where nights and holidays have few.
  const longer = found === 0 ? 4 : Math.min(4, rowsMax / found)
  return { range, next: { from: to, milliseconds: Math.ceil(milliseconds * longer) } }
}

/** The first slice begins before all postings: with those of the first hour of the first writer. */
async function firstStep(connection: Reader): Promise<Step> {
  const { rows } = await connection.query<{ from: string }>(
    "select coalesce(min(started_at), 'infinity')::text as from from writers",
  )
  return { from: rows[0]!.from, milliseconds: 3_600_000 }
}

// Ends before the first posting that is too many, but has a millisecond at least: books may have many of one moment.
const rangeFrom = `
  with found as (
    select booked_at from postings
     where booked_at >= $1::timestamptz and booked_at < $1::timestamptz + $2 * interval '1 millisecond'
     order by booked_at limit $3 + 1),
  step as (
    select count(*)::int as found,
           case when count(*) > $3 then greatest(max(booked_at), $1::timestamptz + interval '1 millisecond')
                else $1::timestamptz + $2 * interval '1 millisecond' end as "to"
      from found)
  select found, extract(epoch from "to" - $1::timestamptz)::float8 * 1000 as milliseconds,
         case when "to" < now() then "to"::text end as "to"
    from step`

function missing(id: string): string {
  return `posting ${id} is missing, but has entries`
}
