import type { Currency } from '@bank/ledger/currency'
import type { Kind } from '@bank/ledger/kind'
import { kinds } from '@bank/ledger/kinds'
import type { Posting } from '@bank/ledger/posting'
import type { SealedFacts } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import { transactionFault } from '@bank/ledger/trial-balance'
import { milliseconds } from '../../postgres/milliseconds.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/postings.ts'
import { type SealedTransactionRow, sealedColumns, sealedTransactionOf } from '../rows/transactions.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { firstId, groupedByKey, pagedRows } from './paged-rows.ts'

/** Proves each transaction from its postings and the ledger accounts it names. Counts transactions. */
export async function checkTransactions(
  connection: Reader,
  slice: Slice<string>,
): Promise<CheckResult<string>> {
  const range = await idRange(connection, slice)
  const postings = groupedByKey(
    pagedRows<PostingRow>(connection, slice, 'postings_by_transaction', postingsByTransaction, range),
    (row) => row.transaction_id,
  )
  let rows = 0
  const transactions = pagedRows<Row>(connection, slice, 'transactions_by_id', transactionsById, range)
  for await (const row of transactions) {
    const next = await postings.next()
    if (next !== undefined && next < row.id) return { rows, fault: missing(next) }
    const own: Posting[] = []
    for await (const postingRow of postings.take(row.id)) own.push(postingOf(postingRow))
    const transaction = { ...sealedTransactionOf(row), createdAt: Number(row.created_ms) }
    const currencies = new Map([
      [transaction.route.source, row.source_currency],
      [transaction.route.inTransit, row.in_transit_currency],
      [transaction.route.destination, row.destination_currency],
    ])
    const fault =
      transactionFault(transaction, own, (id) => currencies.get(id) ?? undefined) ??
      sidesFault(transaction, row) ??
      kindFault(transaction, row)
    if (fault) return { rows, fault }
    rows++
  }
  const next = await postings.next()
  if (next !== undefined) return { rows, fault: missing(next) }
  if (range[1] !== null) return { rows, fault: null, next: range[1] }
  return { rows, fault: await noOpStatusChangeFault(connection) }
}

/** A range of ids: from the first one on, up to the second one and without it; null: to the end. */
type IdRange = readonly [from: string, to: string | null]

/** The range of about `rowsMax` transactions, from `after` on. */
async function idRange(connection: Reader, { after, rowsMax }: Slice<string>): Promise<IdRange> {
  const from = after ?? firstId
  if (rowsMax === Number.POSITIVE_INFINITY) return [from, null]
  const { rows } = await connection.query<{ id: string }>(
    'select id from transactions where id >= $1 order by id offset $2 limit 1',
    [from, rowsMax],
  )
  return [from, rows[0]?.id ?? null]
}

/** The condition that a column of ids is in the range of $1 and $2. */
function inIdRange(column: string): string {
  return `${column} >= $1 and ($2::uuid is null or ${column} < $2)`
}

/** A no-op status change must name a status that its transaction has had. */
async function noOpStatusChangeFault(connection: Reader): Promise<string | null> {
  const { rows } = await connection.query<{ id: string; status: Status }>(
    `select c.id, c.status
       from no_op_changes c
      where not exists (select from postings p where p.transaction_id = c.transaction_id and p.status = c.status)
      order by c.id limit 1`,
  )
  const [first] = rows
  return first
    ? `no-op status change ${first.id} asks for ${first.status}, which its transaction never was`
    : null
}

type Row = SealedTransactionRow & {
  created_ms: string
  source_currency: Currency | null
  in_transit_currency: Currency | null
  destination_currency: Currency | null
  source_kind: string
  in_transit_kind: string
  destination_kind: string
  /** The users of the two accounts; null where a side is none. */
  payer_id: string | null
  payee_id: string | null
}

// The first posting of a transaction has its id, and the later ones have an index.
const postingsByTransaction = `
  select ${postingColumns} from postings p where p.id = p.transaction_id and ${inIdRange('p.id')}
  union all
  select ${postingColumns} from postings p where p.id <> p.transaction_id and ${inIdRange('p.transaction_id')}
  order by transaction_id, posting_id`

const transactionsById = `
  select ${sealedColumns}, ${milliseconds('t.created_at')} as created_ms,
         s.currency as source_currency, i.currency as in_transit_currency, d.currency as destination_currency,
         s.kind as source_kind, i.kind as in_transit_kind, d.kind as destination_kind,
         payer.user_id as payer_id, payee.user_id as payee_id
    from transactions t
    left join ledger_accounts s on s.id = t.source_ledger_account_id
    left join ledger_accounts i on i.id = t.in_transit_ledger_account_id
    left join ledger_accounts d on d.id = t.destination_ledger_account_id
    left join accounts payer on payer.id = t.debit_account_id
    left join accounts payee on payee.id = t.credit_account_id
   where ${inIdRange('t.id')}
   order by t.id`

/** A customer's side must be in that customer's history, and an internal side in none. */
function sidesFault({ id, route, debitAccountId, creditAccountId }: SealedFacts, row: Row): string | null {
  const sides = [
    ['source', row.source_kind, route.source, debitAccountId],
    ['destination', row.destination_kind, route.destination, creditAccountId],
  ] as const
  for (const [side, kind, ledgerAccountId, listed] of sides) {
    if (kind === 'in_transit') return `transaction ${id} has an in-transit account as its ${side}`
    const expected = kind === 'customer' ? ledgerAccountId : null
    if (listed !== expected) {
      return `transaction ${id} has ledger account ${ledgerAccountId} as its ${side}, but is listed for account ${listed}`
    }
  }
  if (row.in_transit_kind === 'in_transit') return null
  return `transaction ${id} keeps its money in transit on ledger account ${route.inTransit}, which is not for that`
}

/** A transaction's kind must agree with its route, its owners and its beneficiary. */
function kindFault({ id, kind: name, beneficiary }: SealedFacts, row: Row): string | null {
  const kind: Kind | undefined = kinds[name]
  const isOwn = row.payer_id !== null && row.payer_id === row.payee_id
  const agrees =
    kind?.source === placeOf(row.source_kind) &&
    kind.destination === placeOf(row.destination_kind) &&
    (row.payer_id === null || row.payee_id === null || kind.staysWithCustomer === isOwn) &&
    (kind.beneficiary === 'sometimes' || (kind.beneficiary === 'always') === (beneficiary !== null))
  return agrees ? null : `transaction ${id} is a ${name}, but does not move money as one`
}

function placeOf(ledgerAccountKind: string): string {
  return ledgerAccountKind === 'customer' ? 'account' : ledgerAccountKind
}

function missing(id: string): string {
  return `transaction ${id} is missing, but has postings`
}
