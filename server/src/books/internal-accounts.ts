import { type Currency, currencies } from '@bank/ledger/currency'
import type { OwnLedgerAccounts } from '@bank/ledger/transaction'
import type { Connection } from '../postgres/database.ts'

/** The bank's own ledger accounts of each currency. The books replace the in-transit one by that of their stripe. */
export type InternalAccounts = Readonly<Record<Currency, OwnLedgerAccounts>>

/** Reads the internal ledger accounts, which migrations created and which never change. */
export async function readInternalAccounts(db: Connection): Promise<InternalAccounts> {
  const { rows } = await db.query<{ id: bigint; kind: string; currency: Currency }>(
    `select id, kind, currency from ledger_accounts where kind in ('settlement', 'in_transit', 'disputes') and stripe = 0`,
  )
  const find = (kind: string, currency: Currency) => {
    const row = rows.find((each) => each.kind === kind && each.currency === currency)
    if (!row) throw new Error(`The books have no ${kind} account in ${currency}`)
    return row.id
  }
  const own = currencies.map((currency) => [
    currency,
    {
      settlement: find('settlement', currency),
      inTransit: find('in_transit', currency),
      disputes: find('disputes', currency),
    },
  ])
  return Object.fromEntries(own)
}
