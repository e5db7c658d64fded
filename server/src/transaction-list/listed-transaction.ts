import { referenceOf } from '../books/rows/transactions.ts'
import type { BatchRange } from '../live/change-feed.ts'
import type { Connection } from '../postgres/database.ts'
import { overUnlistedPostings, type UnlistedBatches } from './listing-progress.ts'

/** Lists the transactions of the first `batchesMax` of these batches with their present statuses. */
export async function listTransactionsOf(
  connection: Connection,
  ranges: readonly BatchRange[],
  after: { readAt: Date; batchesMax: number },
): Promise<UnlistedBatches> {
  // As an array, so that the planner looks each of them up.
  const listing = (found: string) =>
    `, ${copyOf(`select * from transactions where id = any (array(${found}))`)}
       do update set status = excluded.status where listed_transactions.status <> excluded.status)`
  return overUnlistedPostings(connection, ranges, after, listing)
}

/**
 * Lists the next transactions after an id, in the order of the ids. Those that are listed already are at least as new. Returns the
 * last id, null when there are no more.
 */
export async function listTransactionsAfter(
  connection: Connection,
  after: string,
  limit: number,
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    `with slice as materialized (select * from transactions where id > $1 order by id limit $2),
          ${copyOf('select * from slice')} do nothing)
     select id from slice order by id desc limit 1`,
    [after, limit],
  )
  return rows[0]?.id ?? null
}

/** The parts of a query that list transactions and their payees, up to what is done with a transaction that is listed already. */
function copyOf(transactions: string): string {
  return `
    copied as materialized (
      select t.id, t.kind, t.status, t.currency, t.amount_minor, lower(${referenceOf('t')}) as reference, t.created_at,
             nullif(words_of(concat_ws(' ', t.beneficiary_name, t.debit_detail, t.beneficiary_account_number)), '') as words
        from (${transactions}) t),
    of_payee as materialized (
      select copied.*, encode(substr(sha256(convert_to(words::text, 'UTF8')), 1, 16), 'hex')::uuid as payee_id from copied),
    payees as (
      insert into listed_payees (id, words) select payee_id, words from of_payee where words is not null
          on conflict do nothing),
    listed as (
      insert into listed_transactions (id, kind, status, currency, amount_minor, reference, payee_id, created_at)
      select id, kind, status, currency, amount_minor, reference, payee_id, created_at
        from of_payee
          on conflict (id)`
}
