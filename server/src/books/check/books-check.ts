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

/**
 * When the row was booked that a fault names, or its audit event, approval or dispute written; of a ledger account the last booking. Of a row
 * that is not there, what tells of it. Undefined when the fault names none.
 */
export async function findRowTime(db: Pick<Connection, 'query'>, fault: string): Promise<Date | undefined> {
  for (const [pattern, query] of rowTimes) {
    const names = pattern.exec(fault)?.slice(1)
    const found = names && (await db.query<{ at: Date | null }>(query, names)).rows[0]?.at
    if (found) return found
  }
  return undefined
}

/** How the checks name rows, and the query for the time of each, in the order in which a fault may name several. */
const rowTimes: readonly (readonly [pattern: RegExp, query: string])[] = [
  [
    /entry (\d+) of ledger account (\d+)/,
    'select booked_at as at from entries where seq = $1 and ledger_account_id = $2',
  ],
  [
    /(?:postings?|transaction|approval|dispute|status change) ([0-9a-f-]{36})/,
    `select min(at) as at
       from (select booked_at from postings where $1 in (id, transaction_id)
             union all select booked_at from entries where posting_id = $1
             union all select created_at from transactions where id = $1
             union all select made_at from no_op_changes where id = $1
             union all select decided_at from approvals where id = $1
             union all select opened_at from disputes where id = $1) named (at)`,
  ],
  // One without postings, or that is missing, was written after the batches before it.
  [
    /batch (\d+) of writer (\S+)/,
    'select max(booked_at) as at from postings where batch_no <= $1 and writer_id = $2',
  ],
  [/ledger account (\d+)/, 'select last_booked_at as at from ledger_accounts where id = $1'],
  [/event (\d+)/, 'select happened_at as at from audit_events where seq = $1'],
]
