import type { SealedPosting } from '@bank/ledger/sealed-text'
import type { Client } from 'pg'
import { type SealedTransactionRow, sealedColumns, sealedTransactionOf } from '../transaction-row.ts'
import { type GroupedRows, groupedByKey, pagedRows } from './paged-rows.ts'
import { type PostingRow, postingColumns, postingOf } from './row-shapes.ts'

/** A posting with what its batch's hash covers: its entries and, on the first one of a transaction, the transaction. */
export type SealedPostingRow = PostingRow & {
  [Column in keyof SealedTransactionRow]: SealedTransactionRow[Column] | null
} & {
  writer_id: string
  batch_no: bigint
  position: number
  debit_seq: bigint
  debit_balance_minor: bigint
  credit_seq: bigint
  credit_balance_minor: bigint
}

/** All postings by the key of their batch, in the order of writers, batches and positions. Needs a database transaction. */
export function sealedPostingsByBatch(connection: Client): GroupedRows<SealedPostingRow> {
  return groupedByKey(
    pagedRows<SealedPostingRow>(connection, 'postings_by_batch', postingsByBatch),
    ({ writer_id, batch_no }) => batchKey(writer_id, batch_no),
  )
}

/** A key that sorts like the database sorts writers and batch numbers. */
export function batchKey(writerId: string, batchNo: bigint): string {
  return `${writerId} ${batchNo.toString().padStart(19, '0')}`
}

// A posting with the id of a transaction is its first one, and is sealed with its facts.
const postingsByBatch = `
  select ${postingColumns}, p.writer_id, p.batch_no, p.position,
         d.seq as debit_seq, d.balance_minor as debit_balance_minor,
         c.seq as credit_seq, c.balance_minor as credit_balance_minor,
         ${sealedColumns}
    from postings p
    left join entries d on d.posting_id = p.id and d.ledger_account_id = p.debit_ledger_account_id
    left join entries c on c.posting_id = p.id and c.ledger_account_id = p.credit_ledger_account_id
    left join transactions t on t.id = p.id
   order by p.writer_id, p.batch_no, p.position`

/** The posting as the books sealed it, from its row. */
export function sealedPostingOf(row: SealedPostingRow): SealedPosting {
  const posting = postingOf(row)
  const entry = (ledgerAccountId: bigint, amountMinor: bigint, seq: bigint, balanceMinor: bigint) => ({
    ledgerAccountId,
    seq,
    amountMinor,
    balanceMinor,
    postingId: posting.id,
    bookedAt: posting.bookedAt,
  })
  return {
    ...posting,
    opens: isTransaction(row) ? sealedTransactionOf(row) : null,
    entries: [
      entry(posting.debit, -posting.amountMinor, row.debit_seq, row.debit_balance_minor),
      entry(posting.credit, posting.amountMinor, row.credit_seq, row.credit_balance_minor),
    ],
  }
}

function isTransaction(row: SealedPostingRow): row is SealedPostingRow & SealedTransactionRow {
  return row.id !== null
}
