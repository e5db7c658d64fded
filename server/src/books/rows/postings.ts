import type { Posting } from '@bank/ledger/posting'
import type { Snapshot } from '@bank/ledger/snapshot'
import type { Status } from '@bank/ledger/transaction-status'
import { copyInto } from '../../postgres/copy-statement.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'
import type { Link } from '../seal.ts'
import { type TransactionRow, transactionColumns } from './transactions.ts'

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

/** A posting with its transaction, as the books look it up. */
type KnownPostingRow = TransactionRow & Pick<PostingRow, 'posting_id' | 'posting_status' | 'posting_made_by'>

// A transaction's first posting has its id, so this finds replays of both transfers and status changes.
export const readPostings: Statement<KnownPostingRow> = {
  name: 'books-read-postings',
  text: `
  select p.id as posting_id, p.status as posting_status, p.made_by as posting_made_by, ${transactionColumns}
    from postings p
    join transactions t on t.id = p.transaction_id
   where p.id = any($1::uuid[])`,
}

export function postingsIn(rows: readonly KnownPostingRow[]): Snapshot['postings'] {
  return new Map(
    rows.map((row) => [
      row.posting_id,
      { transactionId: row.id, status: row.posting_status, madeBy: row.posting_made_by },
    ]),
  )
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

/** A posting with its link and its position in the link's batch, from 1. */
type LinkedPosting = Posting & Pick<Link, 'writerId' | 'batchNo'> & { readonly position: number }

export const copyPostings = copyInto<LinkedPosting>('postings', {
  id: { type: 'uuid', of: ({ id }) => id },
  transaction_id: { type: 'uuid', of: ({ transactionId }) => transactionId },
  status: { type: 'text', of: ({ status }) => status },
  debit_ledger_account_id: { type: 'bigint', of: ({ debit }) => debit },
  credit_ledger_account_id: { type: 'bigint', of: ({ credit }) => credit },
  amount_minor: { type: 'bigint', of: ({ amountMinor }) => amountMinor },
  made_by: { type: 'uuid', of: ({ madeBy }) => madeBy },
  booked_at: { type: 'timestamptz', of: ({ bookedAt }) => bookedAt },
  position: { type: 'integer', of: ({ position }) => position },
  writer_id: { type: 'uuid', of: ({ writerId }) => writerId },
  batch_no: { type: 'bigint', of: ({ batchNo }) => batchNo },
})

export function linkedPostings(postings: readonly Posting[], { writerId, batchNo }: Link): LinkedPosting[] {
  return postings.map((posting, index) => ({ ...posting, position: index + 1, writerId, batchNo }))
}
