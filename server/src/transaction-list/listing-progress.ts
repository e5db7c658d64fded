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

/** The most batches of one round. A batch has 512 postings at most, and usually some. */
export const batchesMost = 200

/** The first batches that are not listed yet, in the order of their times. */
export type UnlistedBatches = {
  /** The last of them, by writer. */
  readonly batches: Heads['batches']
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Where postings are looked for, in milliseconds before and after the last round. */
type Window = { readonly before: number; readonly after: number }

const all = Number.POSITIVE_INFINITY
// Most batches become visible at once. Some take a few seconds after their time, and the clocks of several machines differ.
const windows: readonly Window[] = [2_000, 10_000, 86_400_000, all].map((before) => ({ before, after: all }))
// Of a list that has fallen behind, the next batches follow on those that are listed: not all that are left are read for them. After
// a pause of the bank they are further away.
const windowsAhead: readonly Window[] = [1, 8, 64, 512, 4_096, 32_768].map((seconds) => {
  return { before: 0, after: seconds * 1_000 }
})

/**
 * Runs a statement over the postings of the first `batchesMax` batches that are committed and not listed: `found` with
 * `transaction_id`. They are looked for among those booked since the last round; where more batches are left, among those that follow
 * first. A batch is written in one commit and has one time, so each batch is found whole or not at all. Where one is missing among
 * those of its writer, because of a clock that was wrong, the search begins earlier: no batch is left out.
 */
export async function overUnlistedPostings(
  db: Connection,
  ranges: readonly BatchRange[],
  { readAt, batchesMax }: { readAt: Date; batchesMax: number },
  statement: (found: string) => string = () => '',
): Promise<UnlistedBatches> {
  const batchCount = countBatches(ranges)
  for (const window of batchCount > batchesMax ? [...windowsAhead, ...windows] : windows) {
    const { before, after } = window
    const { rows } = await db.query<{ writerId: string; upTo: bigint; firstAt: Date; lastAt: Date }>(
      // The time of a batch is that of the latest batch so far of its writer: a clock that is put back changes no order.
      `with booked as materialized (
              select p.transaction_id, p.writer_id, p.batch_no, p.booked_at, r.after
                from postings p
                join unnest($1::uuid[], $2::bigint[], $3::bigint[]) as r (writer_id, after, up_to)
                  on p.writer_id = r.writer_id and p.batch_no > r.after and p.batch_no <= r.up_to
               where p.booked_at between $4 and $6),
            batch as (
              select writer_id, batch_no, max(max(booked_at)) over so_far as at,
                     count(*) over so_far = batch_no - min(after) as follows
                from booked
               group by writer_id, batch_no
              window so_far as (partition by writer_id order by batch_no)),
            first_ones as materialized (
              select writer_id, batch_no, at
                from batch
               where (select every(follows) and count(*) >= $5 from batch)
               order by at, batch_no
               limit $7)
            ${statement('select transaction_id from booked join first_ones using (writer_id, batch_no)')}
       select writer_id as "writerId", max(batch_no) as "upTo", min(min(at)) over () as "firstAt", max(max(at)) over () as "lastAt"
         from first_ones group by writer_id`,
      [
        ranges.map(({ writerId }) => writerId),
        ranges.map(({ after }) => after),
        ranges.map(({ upTo }) => upTo),
        before === all ? '-infinity' : new Date(readAt.getTime() - before),
        windowsAhead.includes(window) ? 1 : batchCount,
        after === all ? 'infinity' : new Date(readAt.getTime() + after),
        batchesMax,
      ],
    )
    if (rows[0]) {
      const { firstAt, lastAt } = rows[0]
      return { batches: new Map(rows.map(({ writerId, upTo }) => [writerId, upTo])), firstAt, lastAt }
    }
  }
  throw new Error('A batch of the books has no postings: run npm run check-books')
}

export function countBatches(ranges: readonly BatchRange[]): number {
  return ranges.reduce((sum, { after, upTo }) => sum + Number(upTo - after), 0)
}
