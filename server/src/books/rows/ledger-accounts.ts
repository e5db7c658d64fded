import type { Currency } from '@bank/ledger/currency'
import type { LedgerAccount } from '@bank/ledger/ledger-account'
import type { Rows } from '@bank/ledger/snapshot'
import { bigintArray, timestampArray } from '../../postgres/binary-array.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'
import type { Link } from '../seal.ts'

export type LedgerAccountRow = {
  id: bigint
  currency: Currency
  balance_minor: bigint
  floor_minor: bigint | null
  held_minor: bigint | null
  is_closed: boolean
  entry_seq: bigint
  version: bigint
  /** A text where it is read with its fraction. */
  last_booked_ms: bigint | string | null
}

// Sorted, so that two batches on the same accounts cannot deadlock. The internal accounts, which nearly every batch needs,
// come last: a batch that waits for a customer's row does not hold them. They have no floor.
export const lockLedgerAccounts: Statement<LedgerAccountRow> = {
  name: 'books-lock-ledger-accounts',
  text: `
  select id, currency, balance_minor, floor_minor, held_minor, closed_at is not null as is_closed, entry_seq, version,
         (${milliseconds('last_booked_at')})::bigint as last_booked_ms
    from ledger_accounts
   where id = any($1::bigint[])
   order by floor_minor is null, id desc
     for no key update`,
}

/** The columns of `ledger_accounts`, which is `l` in the query, for a check. */
export const ledgerAccountColumns = `
  l.id, l.kind, l.currency, l.balance_minor, l.floor_minor, l.held_minor, l.closed_at is not null as is_closed,
  l.entry_seq, l.version,
  ${milliseconds('l.last_booked_at')} as last_booked_ms`

export function ledgerAccountOf(row: LedgerAccountRow): LedgerAccount {
  return {
    id: row.id,
    currency: row.currency,
    balanceMinor: row.balance_minor,
    floorMinor: row.floor_minor,
    heldMinor: row.held_minor ?? 0n,
    isClosed: row.is_closed,
    entrySeq: row.entry_seq,
    version: row.version,
    lastBookedAt: row.last_booked_ms === null ? null : Number(row.last_booked_ms),
  }
}

/**
 * Writes the balances and the link of a batch. Fails when a balance has another version than the one that was read, when the amounts
 * of the batch's entries do not add up to zero, or when they are not two for each posting.
 */
export const settleBatch: Statement = {
  name: 'books-settle-batch',
  text: `
with new_balances as (
  update ledger_accounts l
     set balance_minor = n.balance_minor, entry_seq = n.entry_seq, version = n.version,
         last_booked_at = n.last_booked_at
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::timestamptz[])
      as n (id, balance_minor, entry_seq, version, last_booked_at)
   where l.id = n.id and l.version = n.version - 1
  returning 1
), new_link as (
  insert into batches (writer_id, batch_no, hash) values ($6::uuid, $7::bigint, $8::bytea)
)
select 1 / (case when
    (select count(*) from new_balances) = cardinality($1::bigint[])
    and (select sum(amount_minor) from unnest($9::bigint[]) as amount_minor) = 0
    and cardinality($9::bigint[]) = 2 * $10::bigint
  then 1 else 0 end)`,
}

export function settlementValues(
  { ledgerAccounts, entries, postings }: Rows,
  { writerId, batchNo, hash }: Link,
): (string | bigint | Buffer)[] {
  return [
    bigintArray(ledgerAccounts.map(({ id }) => id)),
    bigintArray(ledgerAccounts.map(({ balanceMinor }) => balanceMinor)),
    bigintArray(ledgerAccounts.map(({ entrySeq }) => entrySeq)),
    bigintArray(ledgerAccounts.map(({ version }) => version)),
    timestampArray(ledgerAccounts.map(({ lastBookedAt }) => lastBookedAt)),
    writerId,
    batchNo,
    hash,
    bigintArray(entries.map(({ amountMinor }) => amountMinor)),
    BigInt(postings.length),
  ]
}
