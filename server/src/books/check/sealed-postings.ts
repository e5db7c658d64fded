import { descriptionOf, type Side, type Told } from '@bank/contract/transactions/description-texts'
import { detailOf, type KindName } from '@bank/ledger/kinds'
import type { SealedPosting } from '@bank/ledger/sealed-text'
import { derivedId } from '../derived-id.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/postings.ts'
import { type SealedTransactionRow, sealedColumns, sealedTransactionOf } from '../rows/transactions.ts'
import type { Reader, Slice } from './check-result.ts'
import { type GroupedRows, groupedByKey, pagedRows } from './paged-rows.ts'

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
  /** Of a transaction that was sealed before transactions had a kind. */
  debit_description: string | null
  credit_description: string | null
}

/** Batches of a writer: after one, up to and with one; null: from the first one, to the last one. */
type BatchNumbers = { readonly writerId: string; readonly after: bigint | null; readonly upTo: bigint | null }

/** Batches of a writer, how many postings they have, and when the first and the last were booked, by which their entries are found. */
export type BatchRange = BatchNumbers & {
  readonly postings: number
  readonly bookedFrom: string
  readonly bookedTo: string
}

/** The values of `inBatchRange`. */
export function rangeValues(range: BatchNumbers | null): unknown[] {
  return range ? [range.writerId, range.after, range.upTo] : []
}

/** The condition that the batch of a row is in the range of $1 to $3; null: in any. */
export function inBatchRange(range: BatchNumbers | null): string {
  if (range === null) return 'true'
  return `writer_id = $1::uuid and ($2::bigint is null or batch_no > $2) and ($3::bigint is null or batch_no <= $3)`
}

/** The batches with what is known of their postings. */
export async function withBookings(connection: Reader, range: BatchNumbers): Promise<BatchRange> {
  const { rows } = await connection.query<Pick<BatchRange, 'postings' | 'bookedFrom' | 'bookedTo'>>(
    `select count(*)::int as postings, coalesce(min(booked_at), 'infinity')::text as "bookedFrom",
            coalesce(max(booked_at), 'infinity')::text as "bookedTo"
       from postings where ${inBatchRange(range)}`,
    rangeValues(range),
  )
  return { ...range, ...rows[0]! }
}

/** Postings by the key of their batch, in the order of writers, batches and positions. Needs a database transaction. */
export function sealedPostingsByBatch(
  connection: Reader,
  slice: Pick<Slice<unknown>, 'rowsMax'> = { rowsMax: Number.POSITIVE_INFINITY },
  range: BatchRange | null = null,
): GroupedRows<SealedPostingRow> {
  const booked = range ? [range.bookedFrom, range.bookedTo] : []
  return groupedByKey(
    pagedRows<SealedPostingRow>(connection, slice, 'postings_by_batch', postingsByBatch(range), [
      ...rangeValues(range),
      ...booked,
    ]),
    ({ writer_id, batch_no }) => batchKey(writer_id, batch_no),
  )
}

/** A key that sorts like the database sorts writers and batch numbers. */
export function batchKey(writerId: string, batchNo: bigint): string {
  return `${writerId} ${batchNo.toString().padStart(19, '0')}`
}

// A posting with the id of a transaction is its first one, and is sealed with its facts. Each transaction is looked up, whatever the
// planner knows of the batches; for all of them that would take longer.
function postingsByBatch(range: BatchRange | null): string {
  const entries = range
    ? '(select * from entries where booked_at between $4::timestamptz and $5::timestamptz)'
    : 'entries'
  const transactions = range
    ? 'lateral (select * from transactions where id = p.id offset 0) t on true'
    : 'transactions t on t.id = p.id'
  return `
    select ${postingColumns}, p.writer_id, p.batch_no, p.position,
           d.seq as debit_seq, d.balance_minor as debit_balance_minor,
           c.seq as credit_seq, c.balance_minor as credit_balance_minor,
           t.debit_description, t.credit_description, ${sealedColumns}
      from (select * from postings where ${inBatchRange(range)}) p
      left join ${entries} d on d.posting_id = p.id and d.ledger_account_id = p.debit_ledger_account_id
      left join ${entries} c on c.posting_id = p.id and c.ledger_account_id = p.credit_ledger_account_id
      left join ${transactions}
     order by p.writer_id, p.batch_no, p.position`
}

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
    descriptions: hasDescriptions(row)
      ? { debit: row.debit_description, credit: row.credit_description }
      : undefined,
    entries: [
      entry(posting.debit, -posting.amountMinor, row.debit_seq, row.debit_balance_minor),
      entry(posting.credit, posting.amountMinor, row.credit_seq, row.credit_balance_minor),
    ],
  }
}

/** The kinds of what was booked before transactions had a kind. Only these can be shown from descriptions, so a later kind is wrong. */
const describedKinds: readonly string[] = [
  'transfer',
  'transfer_inside',
  'plain_transfer',
  'own_transfer',
  'pot_in',
  'pot_out',
  'round_up',
  'closing',
  'funding',
] satisfies KindName[]

/**
 * The wrong kind or detail of a transaction that was sealed before transactions had a kind, or null: its descriptions must follow from
 * them. A closing and an own transfer have the same descriptions, and a closing the id that was derived for it.
 */
export function kindFault(row: SealedPostingRow): string | null {
  if (!isTransaction(row) || !hasDescriptions(row)) return null
  const { id, kind, beneficiary, madeBy, ...facts } = sealedTransactionOf(row)
  const { debitDetail, creditDetail } = facts
  const isRight =
    describedKinds.includes(kind) &&
    isDescribed(
      'debit',
      { kind, beneficiary, detail: debitDetail },
      facts.debitAccountId,
      row.debit_description,
    ) &&
    isDescribed(
      'credit',
      { kind, beneficiary, detail: creditDetail },
      facts.creditAccountId,
      row.credit_description,
    )
  if (!isRight) {
    return `transaction ${id} is a ${kind}, but was sealed with the descriptions of another kind`
  }
  if (kind !== 'closing' && (kind !== 'own_transfer' || beneficiary)) return null
  const route = `${creditDetail} ${row.debit_seq - 1n} to ${debitDetail}`
  if ((id === derivedId(`closing ${madeBy} ${route}`)) === (kind === 'closing')) return null
  return `transaction ${id} is a ${kind}, but was sealed with the id of another kind`
}

/** Whether what a side was told follows from the kind and the detail. A side that is told nothing beside has no detail. */
function isDescribed(side: Side, told: Told, accountId: bigint | null, description: string | null): boolean {
  const hasDetail = detailOf(side, told.kind, told.beneficiary !== null) !== null
  if (hasDetail !== (told.detail !== null)) return false
  return description === (accountId === null ? null : descriptionOf(side, told))
}

function hasDescriptions(row: SealedPostingRow): boolean {
  return row.debit_description !== null || row.credit_description !== null
}

function isTransaction(row: SealedPostingRow): row is SealedPostingRow & SealedTransactionRow {
  return row.id !== null
}
