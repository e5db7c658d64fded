import type { Connection } from '../../postgres/database.ts'
import type { BooksVerdict } from './check-books.ts'

/** A run of check-books that read the books to their end, or to the first wrong row. */
export type BooksCheck = {
  readonly startedAt: Date
  readonly finishedAt: Date
  /** The violated invariant, and the first wrong row; null when the books are in order. */
  readonly invariant: string | null
  readonly fault: string | null
  readonly transactions: bigint
  readonly entries: bigint
}

/** Keeps the result of a run, for the administrators' overview. */
export async function insertBooksCheck(
  db: Pick<Connection, 'query'>,
  { broken, rows }: BooksVerdict,
  { startedAt, finishedAt }: { startedAt: Date; finishedAt: Date },
): Promise<void> {
  await db.query(
    `insert into books_checks (started_at, finished_at, invariant, fault, transactions, entries)
     values ($1, $2, $3, $4, $5, $6)`,
    [startedAt, finishedAt, broken?.invariant, broken?.fault, rows.transactions, rows.entries],
  )
}

/** The last run; undefined before the first. */
export async function findLastBooksCheck(db: Pick<Connection, 'query'>): Promise<BooksCheck | undefined> {
  const { rows } = await db.query<BooksCheck>(
    `select started_at as "startedAt", finished_at as "finishedAt", invariant, fault, transactions, entries
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
