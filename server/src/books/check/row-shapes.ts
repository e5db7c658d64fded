import type { Currency } from '@bank/ledger/currency'
import type { LedgerAccount } from '@bank/ledger/ledger-account'
import type { Entry, Posting } from '@bank/ledger/posting'
import type { Status } from '@bank/ledger/transaction-status'

// Times are read in milliseconds with their fraction: the books write whole ones, and a Date would hide a smaller change.

/** A moment in milliseconds since 1970, as a numeric of the database. */
export function milliseconds(column: string): string {
  return `extract(epoch from ${column}) * 1000`
}

export type LedgerAccountRow = {
  id: bigint
  kind: string
  currency: Currency
  balance_minor: bigint
  floor_minor: bigint | null
  is_closed: boolean
  entry_seq: bigint
  version: bigint
  last_booked_ms: string | null
}

/** The columns of `ledger_accounts`, which is `l` in the query. */
export const ledgerAccountColumns = `
  l.id, l.kind, l.currency, l.balance_minor, l.floor_minor, l.closed_at is not null as is_closed, l.entry_seq, l.version,
  ${milliseconds('l.last_booked_at')} as last_booked_ms`

export function ledgerAccountOf(row: LedgerAccountRow): LedgerAccount {
  return {
    id: row.id,
    currency: row.currency,
    balanceMinor: row.balance_minor,
    floorMinor: row.floor_minor,
    isClosed: row.is_closed,
    entrySeq: row.entry_seq,
    version: row.version,
    lastBookedAt: row.last_booked_ms === null ? null : Number(row.last_booked_ms),
  }
}

export type EntryRow = {
  ledger_account_id: bigint
  seq: bigint
  amount_minor: bigint
  balance_minor: bigint
  posting_id: string
  booked_ms: string
}

export const entryColumns = `
  ledger_account_id, seq, amount_minor, balance_minor, posting_id, ${milliseconds('booked_at')} as booked_ms`

export function entryOf(row: EntryRow): Entry {
  return {
    ledgerAccountId: row.ledger_account_id,
    seq: row.seq,
    amountMinor: row.amount_minor,
    balanceMinor: row.balance_minor,
    postingId: row.posting_id,
    bookedAt: Number(row.booked_ms),
  }
}

export type PostingRow = {
  posting_id: string
  transaction_id: string
  posting_status: Status
  debit_ledger_account_id: bigint
  credit_ledger_account_id: bigint
  posting_amount_minor: bigint
  posting_made_by: string
  booked_ms: string
}

/** The columns of `postings`, which is `p` in the query. Their names leave those of `transactions` free. */
export const postingColumns = `
  p.id as posting_id, p.transaction_id, p.status as posting_status, p.debit_ledger_account_id,
  p.credit_ledger_account_id, p.amount_minor as posting_amount_minor, p.made_by as posting_made_by,
  ${milliseconds('p.booked_at')} as booked_ms`

export function postingOf(row: PostingRow): Posting {
  return {
    id: row.posting_id,
    transactionId: row.transaction_id,
    status: row.posting_status,
    debit: row.debit_ledger_account_id,
    credit: row.credit_ledger_account_id,
    amountMinor: row.posting_amount_minor,
    madeBy: row.posting_made_by,
    bookedAt: Number(row.booked_ms),
  }
}
