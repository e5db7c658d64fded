import type { LedgerAccount } from '@bank/ledger/ledger-account'
import type { Transaction } from '@bank/ledger/transaction'
import { type TransactionRow, transactionColumns, transactionOf } from '../../books/transaction-row.ts'
import type { Connection } from '../../postgres/database.ts'

/** A ledger account of a transaction's route, with its owner; the bank's own accounts have none. */
export type RouteAccount = {
  readonly ledgerAccount: LedgerAccount
  readonly owner: { readonly id: string; readonly name: string; readonly accountNumber: string } | null
}

/** A transaction and the ledger accounts of its route in their order, in one snapshot. Locks nothing. */
export async function findRoute(
  db: Connection,
  transactionId: string,
): Promise<{ transaction: Transaction; accounts: RouteAccount[] } | undefined> {
  const { rows } = await db.query<TransactionRow & RouteRow>({
    name: 'find-route',
    text: `
      select ${transactionColumns}, l.id as account_id, l.balance_minor, l.floor_minor,
             l.closed_at is not null as is_closed, l.entry_seq, l.version,
             l.last_booked_at, u.id as owner_id, u.name as owner_name, a.number
        from transactions t
        join ledger_accounts l
          on l.id = any (${route})
        left join accounts a on a.id = l.id
        left join users u on u.id = a.user_id
       where t.id = $1
       order by array_position(${route}, l.id)`,
    values: [transactionId],
  })
  return rows[0] && { transaction: transactionOf(rows[0]), accounts: rows.map(routeAccountOf) }
}

const route =
  'array[t.source_ledger_account_id, t.in_transit_ledger_account_id, t.destination_ledger_account_id]'

type RouteRow = {
  account_id: bigint
  balance_minor: bigint
  floor_minor: bigint | null
  is_closed: boolean
  entry_seq: bigint
  version: bigint
  last_booked_at: Date | null
  owner_id: string | null
  owner_name: string
  number: string
}

function routeAccountOf(row: TransactionRow & RouteRow): RouteAccount {
  return {
    ledgerAccount: {
      id: row.account_id,
      // The accounts of a route have the transaction's currency.
      currency: row.currency,
      balanceMinor: row.balance_minor,
      floorMinor: row.floor_minor,
      isClosed: row.is_closed,
      entrySeq: row.entry_seq,
      version: row.version,
      lastBookedAt: row.last_booked_at?.getTime() ?? null,
    },
    owner:
      row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name, accountNumber: row.number },
  }
}
