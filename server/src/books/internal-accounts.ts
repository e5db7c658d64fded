import { type Currency, currencies } from '@bank/ledger/currency'
import type { LedgerAccountId } from '@bank/ledger/ledger-account'
import type { Connection } from '../postgres/database.ts'

/** The bank's two internal ledger accounts of a currency. The books replace the in-transit one by that of their stripe. */
export type InternalAccounts = { readonly settlement: LedgerAccountId; readonly inTransit: LedgerAccountId }

/** Reads the internal ledger accounts, which the first migration created and which never change. */
export async function readInternalAccounts(
  db: Connection,
): Promise<Readonly<Record<Currency, InternalAccounts>>> {
  const { rows } = await db.query<{ id: bigint; kind: string; currency: Currency }>(
    `select id, kind, currency from ledger_accounts where kind in ('settlement', 'in_transit') and stripe = 0`,
  )
  const find = (kind: string, currency: Currency) => {
    const row = rows.find((each) => each.kind === kind && each.currency === currency)
    if (!row) throw new Error(`The books have no ${kind} account in ${currency}`)
    return row.id
  }
  const own = currencies.map((currency) => [
    currency,
    { settlement: find('settlement', currency), inTransit: find('in_transit', currency) },
  ])
  return Object.fromEntries(own)
}
