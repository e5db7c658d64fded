import { randomInt } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import type { AccountType } from '@bank/contract/option-lists'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { sumInTransit } from '../transactions/transaction.ts'

/** A customer's bank account. Its id is that of its ledger account, which holds the balance. */
export type Account = {
  readonly id: bigint
  readonly userId: string
  /** Ten digits: the account number that the customer sees and gives to others. */
  readonly number: string
  readonly type: AccountType
  readonly currency: Currency
  readonly isActive: boolean
  readonly openedAt: Date
  /** The last activation; null before the first. */
  readonly activatedAt: Date | null
}

const columns = `id, user_id as "userId", number, type, currency, is_active as "isActive", opened_at as "openedAt",
  activated_at as "activatedAt"`

/** SQL that is true for an account (by its alias) that was deactivated. An account that was never active is not. */
export function deactivated(alias: string): string {
  return `not ${alias}.is_active and ${alias}.activated_at is not null`
}

/** SQL that is true for an account (by its alias) that waits for its first activation. */
export function waiting(alias: string): string {
  return `not ${alias}.is_active and ${alias}.activated_at is null`
}

/** The account of a user; undefined when there is no such user. */
export async function findAccountOfUser(db: Connection, userId: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>({
    name: 'find-account-of-user',
    text: `select ${columns} from accounts where user_id = $1`,
    values: [userId],
  })
  return rows[0]
}

export async function findAccountByNumber(db: Connection, number: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>({
    name: 'find-account-by-number',
    text: `select ${columns} from accounts where number = $1`,
    values: [number],
  })
  return rows[0]
}

/** The balance of an account and what is in transit from it (departure 15), in one snapshot. In minor units. */
export type Funds = { readonly balanceMinor: bigint; readonly inTransitMinor: bigint }

/** The funds of an account, for display only: the books decide under their own locks. */
export async function readFunds(db: Connection, accountId: bigint): Promise<Funds> {
  const { rows } = await db.query<Funds>({
    name: 'read-funds',
    text: `
      select balance_minor as "balanceMinor", ${sumInTransit('$1')} as "inTransitMinor"
        from ledger_accounts
       where id = $1`,
    values: [accountId],
  })
  return rows[0]!
}

/** An account as its owner and elevated administrators see it. */
export function accountView(
  { number, type, currency, isActive, openedAt, activatedAt }: Account,
  { balanceMinor, inTransitMinor }: Funds,
): AccountView {
  return {
    number,
    type,
    currency,
    isActive,
    balance: formatMinor(balanceMinor),
    inTransit: formatMinor(inTransitMinor),
    openedAt: openedAt.toISOString(),
    activatedAt: activatedAt?.toISOString() ?? null,
  }
}

/** Opens an inactive account with its ledger account and a new account number. */
export async function insertAccount(
  connection: PoolClient,
  { userId, type, currency, now }: { userId: string; type: AccountType; currency: Currency; now: Date },
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
      `insert into accounts (id, user_id, number, type, currency, opened_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (number) do nothing`,
      [id, userId, number, type, currency, now],
    )
    if (rowCount === 1) return { id, number }
  }
}

/** The user id of an account's owner. */
export async function findOwner(db: Connection, accountId: bigint): Promise<string> {
  const { rows } = await db.query<{ user_id: string }>('select user_id from accounts where id = $1', [
    accountId,
  ])
  return rows[0]!.user_id
}

/** The name of an account's holder, from the present profile. */
export async function findHolderName(db: Connection, accountId: bigint): Promise<string> {
  const { rows } = await db.query<{ name: string }>({
    name: 'find-holder-name',
    text: 'select u.name from accounts a join users u on u.id = a.user_id where a.id = $1',
    values: [accountId],
  })
  return rows[0]!.name
}

/**
 * Activates or deactivates an account and returns whether that changed anything. Takes the lock under which the books
 * decide on a transfer, so that no later transfer is decided on the old state.
 */
export async function setActive(
  connection: PoolClient,
  accountId: bigint,
  { isActive, now }: { isActive: boolean; now: Date },
): Promise<boolean> {
  await connection.query('select from ledger_accounts where id = $1 for no key update', [accountId])
  const { rowCount } = await connection.query(
    `update accounts
        set is_active = $2, activated_at = case when $2 then $3::timestamptz else activated_at end
      where id = $1 and is_active <> $2`,
    [accountId, isActive, now],
  )
  return rowCount === 1
}
