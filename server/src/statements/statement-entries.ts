import type { Status } from '@bank/ledger/transaction-status'
import { referenceOf } from '../books/transaction-row.ts'
import type { Connection } from '../postgres/database.ts'
import { sumExpectedIn, sumInTransit } from '../transactions/transaction.ts'

/** An entry on a customer's account with the facts for its statement line. Amounts in minor units, + in, - out. */
export type StatementEntry = {
  readonly seq: bigint
  readonly amountMinor: bigint
  readonly balanceMinor: bigint
  readonly bookedAt: Date
  readonly transactionId: string
  /** True for the transaction's first posting, false for one of a status change. */
  readonly isFirst: boolean
  /** True on the side that pays. */
  readonly isPayer: boolean
  readonly description: string
  /** The beneficiary, as the sender wrote it; null on a funding. */
  readonly beneficiaryName: string | null
  /** What the sender wrote for the payee. */
  readonly reference: string | null
  readonly status: Status
}

/** The totals of a range of entries. */
export type EntryTotals = {
  readonly count: bigint
  readonly inMinor: bigint
  readonly outMinor: bigint
  /** The number of entries whose balance does not follow from the one before. */
  readonly broken: bigint
}

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
 * The number of the last entry before each of these times, which are in order, and the balance after it; 0 before the first
 * entry. Entries are numbered without gaps in order of time, so they are found by halving ranges of entries: about twenty primary
 * key lookups for a time, and no index on it. Times in the same range share its lookups.
 */
export async function findLastBefore(
  db: Connection,
  accountId: bigint,
  moments: readonly Date[],
): Promise<LastEntry[]> {
  const { rows } = await db.query<LastEntry>({
    name: 'find-last-entry-before',
    // The last entry before each of the times number `first` to `last` is one of `low` to `high`.
    text: `
      with recursive part (low, high, first, last) as (
        select 0::bigint, entry_seq, 1, cardinality($2::timestamptz[])
          from ledger_accounts
         where id = $1
        union all
        select half.low, half.high, half.first, half.last
          from part
          join entries middle on middle.ledger_account_id = $1 and middle.seq = (part.low + part.high + 1) >> 1
         cross join lateral (values
           (part.low, middle.seq - 1, part.first, least(part.last, width_bucket(middle.booked_at, $2))),
           (middle.seq, part.high, greatest(part.first, width_bucket(middle.booked_at, $2) + 1), part.last)
         ) half (low, high, first, last)
         where part.low < part.high and half.first <= half.last
      )
      select low as seq,
             coalesce((select balance_minor from entries where ledger_account_id = $1 and seq = low), 0)
               as "balanceMinor",
             ${sumInTransit('$1')} as "inTransitMinor",
             ${sumExpectedIn('$1')} as "expectedInMinor"
        from part
       cross join generate_series(first, last) nth
       where low = high
       order by nth`,
    values: [accountId, moments],
  })
  return rows
}

/** Totals the entries after one number, up to and including another, and checks that their balances follow. */
export async function sumEntries(
  db: Connection,
  accountId: bigint,
  { after, last, balanceMinor }: { after: bigint; last: bigint; balanceMinor: bigint },
): Promise<EntryTotals> {
  // Sums of bigints are numerics, which the driver gives as text.
  const { rows } = await db.query<{ count: bigint; in: string; out: string; broken: bigint }>({
    name: 'sum-entries',
    text: `
      select count(*) as count,
             coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::text as in,
             coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::text as out,
             count(*) filter (where balance_minor <> before + amount_minor) as broken
        from (
          select amount_minor, balance_minor,
                 lag(balance_minor, 1, $4::bigint) over (order by seq) as before
            from entries
           where ledger_account_id = $1 and seq > $2 and seq <= $3
        ) entry`,
    values: [accountId, after, last, balanceMinor],
  })
  const { count, in: moneyIn, out, broken } = rows[0]!
  return { count, broken, inMinor: BigInt(moneyIn), outMinor: BigInt(out) }
}

/** The entries after one number, up to and including another, in order. Numbers have no gaps, so the caller knows how many there are. */
export async function readEntries(
  db: Connection,
  accountId: bigint,
  { after, last }: { after: bigint; last: bigint },
): Promise<StatementEntry[]> {
  const { rows } = await db.query<StatementEntry>({
    name: 'read-statement-entries',
    // A transaction's first posting has its id: only the other postings are looked up.
    text: `
      select entry.seq, entry.amount_minor as "amountMinor", entry.balance_minor as "balanceMinor",
             entry.booked_at as "bookedAt", t.id as "transactionId", t.status,
             later.id is null as "isFirst",
             t.debit_account_id is not distinct from $1 as "isPayer",
             coalesce(case when t.debit_account_id = $1 then t.debit_description else t.credit_description end, '')
               as description,
             t.beneficiary_name as "beneficiaryName",
             ${referenceOf('t')} as reference
        from entries entry
        left join transactions first on first.id = entry.posting_id
        left join postings later on later.id = case when first.id is null then entry.posting_id end
        join transactions t on t.id = coalesce(first.id, later.transaction_id)
       where entry.ledger_account_id = $1 and entry.seq > $2 and entry.seq <= $3
       order by entry.seq`,
    values: [accountId, after, last],
  })
  return rows
}
