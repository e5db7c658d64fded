import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { HistoryQuery } from '@bank/contract/transactions/form'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import {
  referenceOf,
  type TransactionRow,
  transactionColumns,
  transactionOf,
} from '../books/transaction-row.ts'
import type { Connection } from '../postgres/database.ts'
import { searchedAmounts } from './amount-search.ts'
import { firstPostingOf, readBalancesAfter } from './balances-after.ts'

/** The last transaction of a page: the next page is older. */
export type HistoryCursor = { readonly createdAt: Date; readonly id: string }

/** An account and the conditions of a filter: the SQL for each side, and its values from $2 on. */
export type Selection = {
  readonly accountId: bigint
  readonly sides: readonly Side[]
  readonly values: readonly unknown[]
}
type Side = { readonly where: string }
type SideName = 'debit' | 'credit'

/** The selection of a query from an account's history. Days begin and end in the bank's time zone. */
export function selectHistory(accountId: bigint, query: HistoryQuery, timeZone: string): Selection {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given) + 1}`
  const { q, type, status, from, to, minAmount, maxAmount } = query
  const conditions = [
    status !== undefined && `status = ${value(status)}`,
    from !== undefined && `created_at >= ${value(startOfDay(from, timeZone))}`,
    to !== undefined && `created_at < ${value(startOfDay(nextDay(to), timeZone))}`,
    minAmount !== undefined && `amount_minor >= ${value(bound(minAmount))}`,
    maxAmount !== undefined && `amount_minor <= ${value(bound(maxAmount))}`,
  ]
  const names = type ? [type] : (['debit', 'credit'] as const)
  const search = q === undefined ? undefined : searchOf(q, names, value)
  const sides = names.map((name) => ({
    where: [`${name}_account_id = $1`, ...conditions, search?.(name)].filter(Boolean).join(' and '),
  }))
  return { accountId, sides, values }
}

/**
 * The condition of a search on each side: an amount, or a part of the description or the reference. It only selects among the rows that
 * an index of the account gives, newest first.
 */
function searchOf(
  q: string,
  names: readonly SideName[],
  value: (given: unknown) => string,
): (name: SideName) => string {
  // Searched as plain text: % and _ are ordinary characters.
  const has = (column: string, text: string) => `position(lower(${text}::text) in lower(${column})) > 0`
  const text = value(q)
  const word = inOneWord(q)
  const oneWord = word === undefined ? undefined : value(word)
  const amounts = searchedAmounts(q)
  const isMeant = (name: SideName) => amounts && (amounts.side ?? name) === name
  // A value that no condition uses would be refused by the database.
  const inRange =
    amounts &&
    names.some(isMeant) &&
    `amount_minor between ${value(amounts.least)} and ${value(amounts.most)}`
  // The cheapest first: a row is compared until one of them is true.
  return (name) =>
    `(${[
      inRange && isMeant(name) && inRange,
      has(`${name}_description`, text),
      oneWord && has(`${name}_description`, oneWord),
      has(referenceOf('transactions'), text),
    ]
      .filter(Boolean)
      .join(' or ')})`
}

/** An account number or IBAN in groups, as it is kept; undefined for other texts. */
function inOneWord(q: string): string | undefined {
  return /^[A-Z\d]+( [A-Z\d]+)+$/i.test(q) && /\d{3}/.test(q) ? q.replaceAll(' ', '') : undefined
}

/** An amount that fits the column's type: the largest one instead of one above every limit. */
function bound(amountMinor: bigint): bigint {
  return fitsInt64(amountMinor) ? amountMinor : int64Max
}

/** Up to `limit` of the selected transactions, of both sides, newest first, after a cursor. */
async function readHistory(
  db: Connection,
  { accountId, sides, values }: Selection,
  { after, limit }: { after: HistoryCursor | undefined; limit: number },
): Promise<Transaction[]> {
  const [createdAt, id, most] = [2, 3, 4].map((number) => `$${values.length + number}`)
  // One index scan on each side and no offset: the last page costs as much as the first.
  const parts = sides.map(
    ({ where }) => `(
      select * from transactions
       where ${where} and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)
       order by created_at desc, id desc
       limit ${most})`,
  )
  const { rows } = await db.query<TransactionRow>({
    ...(isWhole({ sides, values }) && { name: 'read-history' }),
    text: `
      select ${transactionColumns}
        from (${parts.join(' union all ')}) t
       order by t.created_at desc, t.id desc
       limit ${most}`,
    values: [
      accountId,
      ...values,
      after?.createdAt ?? 'infinity',
      after?.id ?? '00000000-0000-0000-0000-000000000000',
      limit,
    ],
  })
  return rows.map(transactionOf)
}

/** The same with the account's balance after the first posting of each, by the transaction's id. */
export async function readWithBalances(
  db: Connection,
  selection: Selection,
  page: { after: HistoryCursor | undefined; limit: number },
): Promise<{ found: Transaction[]; balances: ReadonlyMap<string, bigint> }> {
  const found = await readHistory(db, selection, page)
  return { found, balances: await readBalancesAfter(db, selection.accountId, found.map(firstPostingOf)) }
}

/** The number of selected transactions, counted up to `most`. */
export async function countHistory(
  db: Connection,
  { accountId, sides, values }: Selection,
  most: number,
): Promise<number> {
  const limit = `$${values.length + 2}`
  // In index order; otherwise the planner may read the whole table for a customer with many rows.
  const parts = sides.map(
    ({ where }) => `(
      select 1 from transactions
       where ${where}
       order by created_at desc, id desc
       limit ${limit})`,
  )
  const { rows } = await db.query<{ count: bigint }>({
    ...(isWhole({ sides, values }) && { name: 'count-history' }),
    text: `select count(*) as count from (${parts.join(' union all ')}) t`,
    values: [accountId, ...values, most],
  })
  return Math.min(Number(rows[0]!.count), most)
}

// Frequent, so its plan is kept. A filtered selection is planned each time, for its values.
function isWhole({ sides, values }: Pick<Selection, 'sides' | 'values'>): boolean {
  return sides.length === 2 && values.length === 0
}
