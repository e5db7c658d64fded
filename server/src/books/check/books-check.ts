import type { Connection } from '../../postgres/database.ts'
import type { BooksVerdict } from './check-books.ts'

/** A run of check-books that read the books to their end, or to the first wrong row. */
export type BooksCheck = {
  readonly id: bigint
  readonly startedAt: Date
  readonly finishedAt: Date
  /** The violated invariant, and the first wrong row; null when the books are in order. */
  readonly invariant: string | null
  readonly fault: string | null
  readonly transactions: bigint
  readonly entries: bigint
}

/** Keeps the result of a run, with the position of the money that it has proved, for administrators. */
export async function insertBooksCheck(
  db: Pick<Connection, 'query'>,
  { broken, rows, positions }: BooksVerdict,
  { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date },
): Promise<void> {
  await db.query(
    `with checked as (
       insert into books_checks (started_at, finished_at, invariant, fault, transactions, entries)
       values ($1, $2, $3, $4, $5, $6)
       returning id)
     insert into proved_positions (check_id, currency, accounts_minor, pots_minor, in_transit_minor, settlement_minor,
                                   disputes_minor)
     select checked.id, position.*
       from checked, unnest($7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[]) as position`,
    [
      startedAt,
      finishedAt,
      broken?.invariant,
      broken?.fault,
      rows.transactions,
      rows.entries,
      positions.map(({ currency }) => currency),
      positions.map(({ accountsMinor }) => accountsMinor),
      positions.map(({ potsMinor }) => potsMinor),
      positions.map(({ inTransitMinor }) => inTransitMinor),
      positions.map(({ settlementMinor }) => settlementMinor),
      positions.map(({ disputesMinor }) => disputesMinor),
    ],
  )
}

/** The last run; undefined before the first. */
export async function findLastBooksCheck(db: Pick<Connection, 'query'>): Promise<BooksCheck | undefined> {
  const { rows } = await db.query<BooksCheck>(
    `select id, started_at as "startedAt", finished_at as "finishedAt", invariant, fault, transactions, entries
       from books_checks
      order by id desc
      limit 1`,
  )
  return rows[0]
}

/** When the last check began that found the books in order; undefined without one. */
export async function findLastGoodCheck(db: Pick<Connection, 'query'>): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>(
    'select max(started_at) as at from books_checks where invariant is null',
  )
  return rows[0]?.at ?? undefined
}

/** When the posting was booked, or the transaction made, that a fault names first; undefined when neither is there. */
export async function findRowTime(db: Pick<Connection, 'query'>, fault: string): Promise<Date | undefined> {
  const ids = fault.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const { rows } = await db.query<{ at: Date | null }>(
    `select min(at) as at
       from (select booked_at from postings where id = any ($1::uuid[])
             union all
             select created_at from transactions where id = any ($1::uuid[])) named (at)`,
    [ids],
  )
  return rows[0]?.at ?? undefined
}
