import { randomInt } from 'node:crypto'
import type { AccountType } from '@bank/contract/option-lists'
import type { Currency } from '@bank/ledger/currency'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { type Account, accountColumns } from './account.ts'

/** A further account of a customer, which is active from the beginning. */
type FurtherAccount = { readonly openingId: string; readonly name: string | null }

/** Opens an account with its ledger account and a new account number: the customer's main one, inactive, or a further one. */
export async function insertAccount(
  connection: PoolClient,
  {
    userId,
    type,
    currency,
    further = null,
    now,
  }: { userId: string; type: AccountType; currency: Currency; further?: FurtherAccount | null; now: Date },
): Promise<{ id: bigint; number: string }> {
  const { rows } = await connection.query<{ id: bigint }>(
    `insert into ledger_accounts (kind, currency, floor_minor) values ('customer', $1, 0) returning id`,
    [currency],
  )
  const { id } = rows[0]!
  // A collision among nine billion numbers is rare: another number is tried.
  for (;;) {
    const number = String(randomInt(1_000_000_000, 10_000_000_000))
    const { rowCount } = await connection.query(
      `insert into accounts (id, user_id, number, type, currency, opened_at, is_main, is_active, activated_at, opening_id, name)
       values ($1, $2, $3, $4, $5, $6, $7, not $7, case when not $7 then $6::timestamptz end, $8, $9)
       on conflict (number) do nothing`,
      [id, userId, number, type, currency, now, !further, further?.openingId ?? null, further?.name ?? null],
    )
    if (rowCount === 1) return { id, number }
  }
}

/** The account that was opened under this id; undefined when none was. */
export async function findOpening(db: Connection, openingId: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `select ${accountColumns} from accounts a where a.opening_id = $1`,
    [openingId],
  )
  return rows[0]
}
