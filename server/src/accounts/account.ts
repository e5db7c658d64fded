import { allAccounts } from '@bank/contract/accounts/all-accounts'
import { accountNumberPattern } from '@bank/contract/answer-formats'
import { ibanOf } from '@bank/contract/iban'
import type { AccountType } from '@bank/contract/option-lists'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { pendingSumsOf } from './pending-sums.ts'

/** One of a customer's bank accounts. Its id is that of its ledger account, which holds the balance. */
export type Account = {
  readonly id: bigint
  readonly userId: string
  /** Ten digits: the account number that the customer sees and gives to others. */
  readonly number: string
  /** What the customer calls it; null without a name. */
  readonly name: string | null
  /** The account that registration opened. */
  readonly isMain: boolean
  readonly type: AccountType
  readonly currency: Currency
  /** False also while the owner's main account is inactive. */
  readonly isActive: boolean
  /** Since when the owner has stopped their own payments; null while they have not. */
  readonly frozenAt: Date | null
  readonly openedAt: Date
  /** The last activation; null before the first. */
  readonly activatedAt: Date | null
  /** When staff declined its first activation, and why, for the owner; null for every other account. */
  readonly declinedAt: Date | null
  readonly declineReason: string | null
  /** When the owner closed it; null while it is open. */
  readonly closedAt: Date | null
}

/** The columns of `Account`, of `accounts a`. */
export const accountColumns = `a.id, a.user_id as "userId", a.number, a.name, a.is_main as "isMain", a.type, a.currency,
  a.is_active and (a.is_main or exists (
    select from accounts main where main.user_id = a.user_id and main.is_main and main.is_active)) as "isActive",
  (select main.frozen_at from accounts main where main.user_id = a.user_id and main.is_main) as "frozenAt", a.opened_at as "openedAt",
  a.activated_at as "activatedAt", a.declined_at as "declinedAt", a.decline_reason as "declineReason",
  (select l.closed_at from ledger_accounts l where l.id = a.id) as "closedAt"`

/** SQL that is true for an account (by its alias) that was deactivated. An account that was never active is not. */
export function deactivated(alias: string): string {
  return `not ${alias}.is_active and ${alias}.activated_at is not null`
}

/** SQL that is true for an account (by its alias) that waits for its first activation. */
export function waiting(alias: string): string {
  return `not ${alias}.is_active and ${alias}.activated_at is null and ${alias}.declined_at is null`
}

/** SQL that is true for an account (by its alias) whose first activation was declined. */
export function declined(alias: string): string {
  return `not ${alias}.is_active and ${alias}.activated_at is null and ${alias}.declined_at is not null`
}

/** Whether an account waits for its first activation. */
export async function isWaiting(connection: PoolClient, accountId: bigint): Promise<boolean> {
  const { rowCount } = await connection.query(`select from accounts a where a.id = $1 and ${waiting('a')}`, [
    accountId,
  ])
  return rowCount === 1
}

/** SQL that is true for a closed account of a customer, by the SQL of its id. */
export function closed(accountId: string): string {
  // Repeats the condition of the index `ledger_accounts_closed`, so that PostgreSQL uses it.
  return `exists (select from ledger_accounts l
    where l.id = ${accountId} and l.kind = 'customer' and l.closed_at is not null)`
}

/** The main account of a user; undefined when there is no such user. */
export async function findMainAccount(db: Connection, userId: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>({
    name: 'find-main-account',
    text: `select ${accountColumns} from accounts a where a.user_id = $1 and a.is_main`,
    values: [userId],
  })
  return rows[0]
}

export async function findAccount(db: Connection, id: bigint): Promise<Account | undefined> {
  const { rows } = await db.query<Account>({
    name: 'find-account',
    text: `select ${accountColumns} from accounts a where a.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** The account of a user with this number. Throws `account_not_found` for another user's, as for one that does not exist. */
export async function requireOwnAccount(db: Connection, userId: string, number: string): Promise<Account> {
  const account = await findOwnAccount(db, userId, number)
  if (!account) throw new Refusal('account_not_found')
  return account
}

/** The same; undefined instead of the refusal. */
export async function findOwnAccount(
  db: Connection,
  userId: string,
  number: string,
): Promise<Account | undefined> {
  const account = await findAccountByNumber(db, number)
  return account?.userId === userId ? account : undefined
}

/** Throws the reason why a customer cannot send from an account now, whatever is on it. */
export function requireSender({ isActive, frozenAt, closedAt }: Account): void {
  if (closedAt !== null) throw new Refusal('account_closed')
  if (!isActive) throw new Refusal('account_inactive')
  if (frozenAt !== null) throw new Refusal('payments_frozen')
}

/** The accounts of a user: the main one, then the others, oldest first. */
export async function findAccountsOfUser(db: Connection, userId: string): Promise<Account[]> {
  const { rows } = await db.query<Account>({
    name: 'find-accounts-of-user',
    text: `select ${accountColumns} from accounts a where a.user_id = $1 order by a.is_main desc, a.id`,
    values: [userId],
  })
  return rows
}

/** What a history knows of an account. */
export type HistoryAccount = Pick<Account, 'id' | 'number' | 'currency'>

/** The accounts that a request is about: all of the caller, closed ones too, for `allAccounts`, otherwise the chosen one. */
export async function requestedAccounts(
  db: Connection,
  { userId, account }: { readonly userId: string; readonly account: HistoryAccount },
  choice: string | undefined,
): Promise<readonly HistoryAccount[]> {
  return choice === allAccounts ? findAccountsOfUser(db, userId) : [account]
}

export async function findAccountByNumber(db: Connection, number: string): Promise<Account | undefined> {
  // The database would refuse some texts, such as one with U+0000.
  if (!accountNumberPattern.test(number)) return undefined
  const { rows } = await db.query<Account>({
    name: 'find-account-by-number',
    text: `select ${accountColumns} from accounts a where a.number = $1`,
    values: [number],
  })
  return rows[0]
}

/** The balance of an account with what is held of it, what is in transit from it (departure 15) and to it, and in its pots, in one snapshot. In minor units. */
export type Funds = {
  readonly balanceMinor: bigint
  /** What staff hold of the balance. They may have taken back so much that the balance is below it. */
  readonly heldMinor: bigint
  readonly inTransitMinor: bigint
  readonly expectedInMinor: bigint
  readonly inPotsMinor: bigint
  /** The name of the pot into which transfers are rounded up. */
  readonly roundUpPot: string | null
}

/** The funds of an account, for display only: the books decide under their own locks. */
export async function readFunds(db: Connection, accountId: bigint): Promise<Funds> {
  const funds = await readFundsOf(db, [accountId])
  return funds.get(accountId)!
}

async function readFundsOf(db: Connection, accountIds: readonly bigint[]): Promise<Map<bigint, Funds>> {
  const { rows } = await db.query<Funds & { id: bigint }>({
    name: 'read-funds',
    text: `
      select l.id, l.balance_minor as "balanceMinor", coalesce(l.held_minor, 0) as "heldMinor", ${pendingSumsOf('l.id')},
             (select coalesce(sum(pot.balance_minor), 0)::bigint
                from pots p
                join ledger_accounts pot on pot.id = p.id
               where p.account_id = l.id) as "inPotsMinor",
             (select p.name from pots p where p.account_id = l.id and p.rounded_seq is not null) as "roundUpPot"
        from ledger_accounts l
       where l.id = any ($1::bigint[])`,
    values: [accountIds],
  })
  return new Map(rows.map(({ id, ...funds }) => [id, funds]))
}

/** Accounts as their owner and elevated administrators see them, with their balances in one snapshot. */
export async function accountViewsOf(
  db: Connection,
  accounts: readonly Account[],
  bankCode: string | undefined,
) {
  const ids = accounts.map(({ id }) => id)
  const funds = await readFundsOf(db, ids)
  return accounts.map((account) => accountView(account, funds.get(account.id)!, bankCode))
}

/** The balance of an account in minor units, and the number of its last entry, which belong together. */
export async function readLastBalance(
  db: Connection,
  accountId: bigint,
): Promise<{ balanceMinor: bigint; entrySeq: bigint }> {
  const { rows } = await db.query<{ balanceMinor: bigint; entrySeq: bigint }>({
    name: 'read-last-balance',
    text: `select balance_minor as "balanceMinor", entry_seq as "entrySeq" from ledger_accounts where id = $1`,
    values: [accountId],
  })
  return rows[0]!
}

/** An account as its owner and elevated administrators see it. */
export function accountView(
  account: Account,
  { balanceMinor, heldMinor, inTransitMinor, expectedInMinor, inPotsMinor, roundUpPot }: Funds,
  bankCode: string | undefined,
) {
  const { number, name, isMain, type, currency, isActive } = account
  const { openedAt, activatedAt, declinedAt, declineReason, closedAt } = account
  return {
    number,
    iban: ibanOf({ number, currency }, bankCode),
    name,
    isMain,
    type,
    currency,
    isActive,
    balance: formatMinor(balanceMinor),
    held: formatMinor(heldMinor),
    available: formatMinor(balanceMinor > heldMinor ? balanceMinor - heldMinor : 0n),
    inTransit: formatMinor(inTransitMinor),
    booked: formatMinor(balanceMinor + inTransitMinor),
    expectedIn: formatMinor(expectedInMinor),
    inPots: formatMinor(inPotsMinor),
    roundUpPot,
    openedAt,
    activatedAt,
    declinedAt,
    declineReason,
    closedAt,
  }
}

/** Replaces the customer's name for an account; null removes it. */
export async function storeAccountName(db: Connection, id: bigint, name: string | null): Promise<void> {
  await db.query('update accounts set name = $2 where id = $1', [id, name])
}

/** The user ids of the owners of these accounts, in their order. */
export async function findOwners(db: Connection, accountIds: readonly bigint[]): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select a.user_id from unnest($1::bigint[]) with ordinality as asked (id, nth)
       join accounts a on a.id = asked.id order by nth`,
    [accountIds],
  )
  return rows.map(({ user_id }) => user_id)
}

/** Whom a mail about these accounts is addressed to, by their ids. */
export async function findMailReaders(
  db: Connection,
  accountIds: readonly bigint[],
): Promise<Map<bigint, { name: string; email: string; number: string }>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await db.query<{ id: bigint; name: string; email: string; number: string }>(
    'select a.id, u.name, u.email, a.number from accounts a join users u on u.id = a.user_id where a.id = any($1::bigint[])',
    [accountIds],
  )
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
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
 * decide on a transfer, so that no later transfer is decided on the old state: with the main account those of all accounts of
 * its owner, whose row the caller has locked (`lockUser`).
 */
export async function setActive(
  connection: PoolClient,
  accountId: bigint,
  { isActive, now }: { isActive: boolean; now: Date },
): Promise<boolean> {
  await lockStandings(connection, accountId)
  const { rowCount } = await connection.query(
    `update accounts
        set is_active = $2, activated_at = case when $2 then $3::timestamptz else activated_at end,
            declined_at = null, decline_reason = null
      where id = $1 and is_active <> $2`,
    [accountId, isActive, now],
  )
  return rowCount === 1
}

/** Stores that the first activation of an account is declined, and why, for its owner. Returns false when the account does not wait for it. */
export async function storeDecline(
  connection: PoolClient,
  accountId: bigint,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update accounts a set declined_at = $2, decline_reason = $3 where a.id = $1 and ${waiting('a')}`,
    [accountId, now, reason],
  )
  return rowCount === 1
}

/**
 * Stops every instruction of a customer, or allows them again, and returns whether that changed anything. Like the standing of the
 * main account, it is changed under the locks of all accounts of the customer, whose row the caller has locked (`lockUser`).
 */
export async function setFrozen(
  connection: PoolClient,
  userId: string,
  { isFrozen, now }: { isFrozen: boolean; now: Date },
): Promise<boolean> {
  const { id } = (await findMainAccount(connection, userId))!
  await lockStandings(connection, id)
  const { rowCount } = await connection.query(
    'update accounts set frozen_at = $2 where id = $1 and (frozen_at is null) = ($2::timestamptz is not null)',
    [id, isFrozen ? now : null],
  )
  return rowCount === 1
}

/** Takes the locks under which the books read the standing of an account: of a main one those of all accounts of its owner. */
export async function lockStandings(connection: PoolClient, accountId: bigint): Promise<void> {
  // In the order of the books.
  await connection.query(
    `select from ledger_accounts
      where id in (select a.id from accounts this join accounts a on a.user_id = this.user_id
                    where this.id = $1 and (a.id = this.id or this.is_main))
      order by id desc
        for no key update`,
    [accountId],
  )
}

/**
 * Closes the ledger account of an account or a pot unless there is money on it, or a hold, and returns whether it did. The books book nothing
 * on a closed one, not even a status change. Takes the lock under which they decide.
 */
export async function closeLedgerAccount(connection: PoolClient, id: bigint, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query(
    'update ledger_accounts set closed_at = $2 where id = $1 and balance_minor = 0 and held_minor is null',
    [id, now],
  )
  return rowCount === 1
}

/** Opens a closed account again and returns whether it was closed. Takes the lock of the books. */
export async function storeReopening(connection: PoolClient, accountId: bigint): Promise<boolean> {
  const { rowCount } = await connection.query(
    'update ledger_accounts set closed_at = null where id = $1 and closed_at is not null',
    [accountId],
  )
  return rowCount === 1
}

/** When a user's main account was closed; null while it is open. */
export async function findMainClosing(db: Connection, userId: string): Promise<Date | null> {
  const { rows } = await db.query<{ closed_at: Date | null }>({
    name: 'find-main-closing',
    text: `select l.closed_at from accounts a join ledger_accounts l on l.id = a.id
            where a.user_id = $1 and a.is_main`,
    values: [userId],
  })
  return rows[0]?.closed_at ?? null
}
