import type { LedgerAccount } from '@bank/ledger/ledger-account'
import type { Transaction } from '@bank/ledger/transaction'
import {
  type LedgerAccountRow,
  ledgerAccountColumns,
  ledgerAccountOf,
} from '../../books/rows/ledger-accounts.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../../books/rows/transactions.ts'
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
    // Of two columns with one name the later one is read: the id, kind and currency of the transaction.
    text: `
      select ${ledgerAccountColumns}, ${transactionColumns}, l.id as account_id, u.id as owner_id, u.name as owner_name, a.number
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

// The accounts of a route have the transaction's currency.
type RouteRow = Omit<LedgerAccountRow, 'id'> & {
  account_id: bigint
  owner_id: string | null
  owner_name: string
  number: string
}

function routeAccountOf(row: TransactionRow & RouteRow): RouteAccount {
  return {
    ledgerAccount: ledgerAccountOf({ ...row, id: row.account_id }),
    owner:
      row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name, accountNumber: row.number },
  }
}
