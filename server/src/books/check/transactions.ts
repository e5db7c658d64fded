import type { Currency } from '@bank/ledger/currency'
import type { Posting } from '@bank/ledger/posting'
import type { SealedFacts } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import { transactionFault } from '@bank/ledger/trial-balance'
import type { Client } from 'pg'
import { type SealedTransactionRow, sealedColumns, sealedTransactionOf } from '../transaction-row.ts'
import type { CheckResult } from './check-result.ts'
import { groupedByKey, pagedRows } from './paged-rows.ts'
import { milliseconds, type PostingRow, postingColumns, postingOf } from './row-shapes.ts'

/** Proves each transaction from its postings and the ledger accounts it names. Counts transactions. */
export async function checkTransactions(connection: Client): Promise<CheckResult> {
  const postings = groupedByKey(
    pagedRows<PostingRow>(
      connection,
      'postings_by_transaction',
      `select ${postingColumns} from postings p order by p.transaction_id, p.id`,
    ),
    (row) => row.transaction_id,
  )
  let rows = 0
  const transactions = pagedRows<Row>(connection, 'transactions_by_id', transactionsById)
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
      sidesFault(transaction, row)
    if (fault) return { rows, fault }
    rows++
  }
  const next = await postings.next()
  return { rows, fault: next === undefined ? await noOpStatusChangeFault(connection) : missing(next) }
}

/** A no-op status change must name a status that its transaction has had. */
async function noOpStatusChangeFault(connection: Client): Promise<string | null> {
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
}

const transactionsById = `
  select ${sealedColumns}, ${milliseconds('t.created_at')} as created_ms,
         s.currency as source_currency, i.currency as in_transit_currency, d.currency as destination_currency,
         s.kind as source_kind, i.kind as in_transit_kind, d.kind as destination_kind
    from transactions t
    left join ledger_accounts s on s.id = t.source_ledger_account_id
    left join ledger_accounts i on i.id = t.in_transit_ledger_account_id
    left join ledger_accounts d on d.id = t.destination_ledger_account_id
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

function missing(id: string): string {
  return `transaction ${id} is missing, but has postings`
}
