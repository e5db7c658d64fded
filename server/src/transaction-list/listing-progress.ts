import { type BatchRange, type Heads, rangesBetween, readHeads } from '../live/change-feed.ts'
import type { Connection } from '../postgres/database.ts'

/** How far the list of all transactions has been copied from the books. */
export type ListingProgress = {
  /** Everything that was booked before this moment is listed. */
  readonly readAt: Date
  /** The last transaction, by id, of those from before the list began that is listed; null when all of them are. */
  readonly filledAfter: string | null
  /** The last listed batch of each writer. */
  readonly batches: Heads['batches']
}

/** Reads the progress; undefined before the list has begun. */
export async function findProgress(db: Connection): Promise<ListingProgress | undefined> {
  const { rows } = await db.query<{
    readAt: Date
    filledAfter: string | null
    writerId: string | null
    batchNo: bigint
  }>(
    `select p.read_at as "readAt", p.filled_after as "filledAfter", b.writer_id as "writerId", b.batch_no as "batchNo"
       from listing_progress p left join listed_batches b on true`,
  )
  if (!rows[0]) return undefined
  const { readAt, filledAfter } = rows[0]
  const batches = rows.flatMap(({ writerId, batchNo }) =>
    writerId === null ? [] : [[writerId, batchNo] as const],
  )
  return { readAt, filledAfter, batches: new Map(batches) }
}

/** Locks the progress until the transaction ends. Returns false while another process has it locked, or before the list has begun. */
export async function lockProgress(connection: Connection): Promise<boolean> {
  const { rowCount } = await connection.query('select from listing_progress for update skip locked')
  return rowCount === 1
}

/**
 * Begins the list, unless another process has. What is committed by now is copied in the order of the ids; what is committed later
 * is found by its batches.
 */
export async function beginList(connection: Connection, now: Date): Promise<void> {
  const { rowCount } = await connection.query(
    'insert into listing_progress (read_at) values ($1) on conflict do nothing',
    [now],
  )
  if (rowCount === 0) return
  await connection.query('delete from listed_batches')
  const { batches } = await readHeads(connection, 'all writers')
  await storeBatches(connection, batches)
}

/** The batches that are not listed yet. Of writers from long ago only where `all writers` are asked for. */
export async function findUnlistedRanges(
  db: Connection,
  { batches }: ListingProgress,
  which?: 'all writers',
): Promise<BatchRange[]> {
  const heads = await readHeads(db, which)
  return rangesBetween(batches, heads.batches)
}

export async function storeProgress(
  connection: Connection,
  { readAt, filledAfter, batches }: ListingProgress,
): Promise<void> {
  await connection.query('update listing_progress set read_at = $1, filled_after = $2', [readAt, filledAfter])
  await storeBatches(connection, batches)
}

async function storeBatches(connection: Connection, batches: Heads['batches']): Promise<void> {
  const written = [...batches].filter(([, batchNo]) => batchNo > 0n)
  await connection.query(
    `insert into listed_batches (writer_id, batch_no)
     select * from unnest($1::uuid[], $2::bigint[])
         on conflict (writer_id) do update set batch_no = excluded.batch_no`,
    [written.map(([writerId]) => writerId), written.map(([, batchNo]) => batchNo)],
  )
}

/** When batches were booked that are not listed yet. */
type UnlistedTimes = {
  readonly firstAt: Date
  /** The last batch of the writer whose last one is the oldest. */
  readonly lastAt: Date
}

/** Where postings are looked for, in milliseconds before and after the last round. */
type Window = { readonly before: number; readonly after: number }

const all = Number.POSITIVE_INFINITY
// Most batches become visible at once. Some take a few seconds after their time, and the clocks of several machines differ.
const windows: readonly Window[] = [2_000, 10_000, 86_400_000, all].map((before) => ({ before, after: all }))
// Of a list that has fallen behind, the next batches follow on those that are listed: not all that are left are read for them.
const windowsBehind: readonly Window[] = [1_000, 30_000].map((after) => ({ before: 0, after }))

/**
 * Runs a statement over the postings of batches that are committed and not listed: `found` with `transaction_id`, empty unless all of
 * them were found. They are looked for among those booked since the last round; where more are left than these (`isShortened`), among
 * those that follow first. A batch is written in one commit and has one time, so each batch is found whole or not at all. When one is not
 * found, because of a clock that was wrong, the search begins earlier: no batch is left out.
 */
export async function overUnlistedPostings(
  db: Connection,
  ranges: readonly BatchRange[],
  { readAt, isShortened = false }: { readAt: Date; isShortened?: boolean },
  statement: (found: string) => string = () => '',
): Promise<UnlistedTimes> {
  const batchCount = ranges.reduce((sum, { after, upTo }) => sum + Number(upTo - after), 0)
  for (const { before, after } of isShortened ? [...windowsBehind, ...windows] : windows) {
    const { rows } = await db.query<UnlistedTimes>(
      `with booked as materialized (
              select p.transaction_id, p.writer_id, p.batch_no, p.booked_at
                from postings p
                join unnest($1::uuid[], $2::bigint[], $3::bigint[]) as r (writer_id, after, up_to)
                  on p.writer_id = r.writer_id and p.batch_no > r.after and p.batch_no <= r.up_to
               where p.booked_at between $4 and $6),
            times as (
              select min(first_at) as "firstAt", min(last_at) as "lastAt"
                from (select min(booked_at) as first_at, max(booked_at) as last_at, count(distinct batch_no) as batches
                        from booked group by writer_id) of_writer
              having sum(batches) = $5)
            ${statement('select transaction_id from booked where exists (select from times)')}
       select * from times`,
      [
        ranges.map(({ writerId }) => writerId),
        ranges.map(({ after }) => after),
        ranges.map(({ upTo }) => upTo),
        before === all ? '-infinity' : new Date(readAt.getTime() - before),
        batchCount,
        after === all ? 'infinity' : new Date(readAt.getTime() + after),
      ],
    )
    if (rows[0]) return rows[0]
  }
  throw new Error('A batch of the books has no postings: run npm run check-books')
}
