import type { SealedPosting } from '@bank/ledger/sealed-text'
import type { Client } from 'pg'
import { firstLink, type Link, seal } from '../seal.ts'
import { type SealedTransactionRow, sealedColumns, sealedTransactionOf } from '../transaction-row.ts'
import type { CheckResult } from './check-result.ts'
import { groupedByKey, pagedRows } from './paged-rows.ts'
import { type PostingRow, postingColumns, postingOf } from './row-shapes.ts'

/** Recomputes the hash of every batch from the rows it wrote and compares it with the stored one. Counts batches. */
export async function checkChains(connection: Client): Promise<CheckResult> {
  const postings = groupedByKey(
    pagedRows<SealedPostingRow>(connection, 'postings_by_batch', postingsByBatch),
    (row) => keyOf(row.writer_id, row.batch_no),
  )
  let rows = 0
  let head: Link | undefined
  const batches = pagedRows<BatchRow>(connection, 'batches_in_order', batchesInOrder)
  for await (const { writer_id, batch_no, hash } of batches) {
    if (head?.writerId !== writer_id) head = firstLink(writer_id)
    const batch = `batch ${batch_no} of writer ${writer_id}`
    if (batch_no !== head.batchNo + 1n) return { rows, fault: `${batch} follows batch ${head.batchNo}` }
    const key = keyOf(writer_id, batch_no)
    const next = await postings.next()
    if (next !== undefined && next < key) return { rows, fault: strayFault(next) }

    const sealed: SealedPosting[] = []
    for await (const row of postings.take(key)) {
      sealed.push(sealedPostingOf(row))
      if (row.position === sealed.length) continue
      return {
        rows,
        fault: `posting ${row.posting_id} is number ${row.position} of ${batch}, not ${sealed.length}`,
      }
    }
    if (sealed.length === 0) return { rows, fault: `${batch} has no postings` }
    const link = seal(head, sealed)
    if (!link.hash.equals(hash))
      return { rows, fault: `${batch} does not have the hash of what it wrote: ${listed(sealed)}` }
    head = link
    rows++
  }
  const next = await postings.next()
  return { rows, fault: next === undefined ? null : strayFault(next) }
}

type BatchRow = { writer_id: string; batch_no: bigint; hash: Buffer }

const batchesInOrder = 'select writer_id, batch_no, hash from batches order by writer_id, batch_no'

type SealedPostingRow = PostingRow & {
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

function sealedPostingOf(row: SealedPostingRow): SealedPosting {
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

/** A key that sorts like the database sorts writers and batch numbers. */
function keyOf(writerId: string, batchNo: bigint): string {
  return `${writerId} ${batchNo.toString().padStart(19, '0')}`
}

function strayFault(key: string): string {
  const [writerId, batchNo] = key.split(' ')
  return `batch ${BigInt(batchNo!)} of writer ${writerId} is missing, but has postings`
}

/** The postings of a batch, of which at least one was changed. */
function listed(postings: readonly SealedPosting[]): string {
  const ids = postings.slice(0, 5).map(({ id }) => id)
  const more = postings.length - ids.length
  return `${postings.length === 1 ? 'posting' : 'postings'} ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
