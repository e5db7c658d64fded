import { pendingSumsOf } from '../accounts/pending-sums.ts'
import type { Connection } from '../postgres/database.ts'

/** The last entry before a time, and what was pending when it was read. Amounts in minor units. */
export type LastEntry = {
  /** 0 before the first entry. */
  readonly seq: bigint
  readonly balanceMinor: bigint
  /** In the same snapshot as the balance: the two of the present add up. */
  readonly inTransitMinor: bigint
  readonly expectedInMinor: bigint
}

/**
 * A common table expression: the number `seq` of the last entry of a ledger account (an SQL expression) before each of the times $2, which
 * are in order and numbered by `nth` from 1; 0 before the first entry. Entries are numbered without gaps in order of time and have no index
 * on it, so they are found by halving ranges of entries: about twenty primary key lookups for a time. Times in the same range share its
 * lookups.
 */
export const lastEntriesBefore = (account: string) => `
      recursive part (low, high, first, last) as (
        select 0::bigint, entry_seq::bigint, 1, cardinality($2::timestamptz[])
          from ledger_accounts
         where id = ${account}
        union all
        -- The last entry before each of the times number first to last is one of low to high.
        select half.low, half.high, half.first, half.last
          from part
          join entries middle on middle.ledger_account_id = ${account} and middle.seq = (part.low + part.high + 1) >> 1
         cross join lateral (values
           (part.low, middle.seq - 1, part.first, least(part.last, width_bucket(middle.booked_at, $2))),
           (middle.seq, part.high, greatest(part.first, width_bucket(middle.booked_at, $2) + 1), part.last)
         ) half (low, high, first, last)
         where part.low < part.high and half.first <= half.last
      ),
      last_before (nth, seq) as (
        select nth, low
          from part
         cross join generate_series(first, last) nth
         where low = high
      )`

/** The balances after the last entries before these times, which are in order, and whether the customer has payments scheduled. */
export async function findBalancesBefore(
  db: Connection,
  { accountId, userId }: { accountId: bigint; userId: string },
  moments: readonly Date[],
): Promise<{ readonly balancesMinor: readonly bigint[]; readonly isScheduled: boolean }> {
  const { rows } = await db.query<{ balanceMinor: bigint; isScheduled: boolean }>({
    name: 'find-balances-before',
    text: `
      with ${lastEntriesBefore('$1')}
      select coalesce(e.balance_minor, 0) as "balanceMinor",
             exists (select from schedules where user_id = $3 and state = 'active') as "isScheduled"
        from last_before b
        left join entries e on e.ledger_account_id = $1 and e.seq = b.seq
       order by nth`,
    values: [accountId, moments, userId],
  })
  return { balancesMinor: rows.map(({ balanceMinor }) => balanceMinor), isScheduled: rows[0]!.isScheduled }
}

/** The last entry before each of these times, which are in order, and the balance after it. */
export async function findLastBefore(
  db: Connection,
  accountId: bigint,
  moments: readonly Date[],
): Promise<LastEntry[]> {
  const { rows } = await db.query<LastEntry>({
    name: 'find-last-entry-before',
    text: `
      with ${lastEntriesBefore('$1')}
      select seq,
             coalesce((select balance_minor from entries where ledger_account_id = $1 and entries.seq = last_before.seq), 0)
               as "balanceMinor",
             ${pendingSumsOf('$1')}
        from last_before
       order by nth`,
    values: [accountId, moments],
  })
  return rows
}

/** The number of the last entry of each of several accounts before a time; 0 before the first entry. */
export async function findSeqsBefore(
  db: Connection,
  accountIds: readonly bigint[],
  moment: Date,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await db.query<{ accountId: bigint; seq: bigint }>({
    name: 'find-seqs-before',
    text: `
      select account.id as "accountId", before.seq
        from unnest($1::bigint[]) account (id)
       cross join lateral (with ${lastEntriesBefore('account.id')} select seq from last_before) before`,
    values: [accountIds, [moment]],
  })
  return new Map(rows.map(({ accountId, seq }) => [accountId, seq]))
}
