import type { Entry, Posting } from '@bank/ledger/posting'
import { type SealedTransactionRow, sealedTransactionOf } from '@bank/server/books/rows/transactions'
import type { Row } from './model-rows.ts'

export function postingOf(row: Row): Posting {
  return {
    id: row.id as string,
    transactionId: row.transaction_id as string,
    status: row.status as 'pending',
    debit: row.debit_ledger_account_id as bigint,
    credit: row.credit_ledger_account_id as bigint,
    amountMinor: row.amount_minor as bigint,
    madeBy: row.made_by as string,
    bookedAt: row.booked_at as number,
  }
}

export function entryOf(row: Row): Entry {
  return {
    ledgerAccountId: row.ledger_account_id as bigint,
    seq: row.seq as bigint,
    amountMinor: row.amount_minor as bigint,
    balanceMinor: row.balance_minor as bigint,
    postingId: row.posting_id as string,
    bookedAt: row.booked_at as number,
  }
}

export function transactionIn(row: Row): ReturnType<typeof sealedTransactionOf> {
  return sealedTransactionOf({
    ...row,
    created_at: new Date(row.created_at as number),
  } as unknown as SealedTransactionRow)
}
