import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { HistoryQuery } from '@bank/contract/transactions/form'
import { fitsInt64, int64Max } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import { type TransactionRow, transactionColumns, transactionOf } from '../books/transaction-row.ts'
import type { Connection } from '../postgres/database.ts'

/** A place in an account's history: everything after it is older. */
export type HistoryCursor = { readonly createdAt: Date; readonly id: string }

/** Whose history, and what of it: each side's part of the SQL, and its values from $2 on. */
export type Selection = {
  readonly accountId: bigint
  readonly sides: readonly Side[]
  readonly values: readonly unknown[]
}
type Side = { readonly where: string }

/** What a query asks of an account's history. Days begin and end in the bank's time zone. */
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
  // Looked for as it is written, not as a pattern: % and _ are only signs.
  const wanted = q !== undefined && `lower(${value(q)}::text)`
  const side = (name: 'debit' | 'credit'): Side => ({
    where: [
      `${name}_account_id = $1`,
      ...conditions,
      wanted && `position(${wanted} in lower(${name}_description)) > 0`,
    ]
      .filter(Boolean)
      .join(' and '),
  })
  return { accountId, sides: (type ? ([type] as const) : (['debit', 'credit'] as const)).map(side), values }
}

/** What a column of the database can be compared with: above every amount there is, the largest. */
function bound(amountMinor: bigint): bigint {
  return fitsInt64(amountMinor) ? amountMinor : int64Max
}

/** Up to `limit` of the selected transactions, of both sides, newest first, after a place in the history. */
export async function readHistory(
  db: Connection,
  { accountId, sides, values }: Selection,
  { after, limit }: { after: HistoryCursor | undefined; limit: number },
): Promise<Transaction[]> {
  const [createdAt, id, most] = [2, 3, 4].map((number) => `$${values.length + number}`)
  // One index scan on each side; never an offset, so the last page costs what the first does.
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

/** How many transactions are selected, counted up to `most`. */
export async function countHistory(
  db: Connection,
  { accountId, sides, values }: Selection,
  most: number,
): Promise<number> {
  const limit = `$${values.length + 2}`
  // In the index's order, or the whole table would be read where one customer has much of it.
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

// Asked so often that the database keeps its plan. A selection is planned each time, for the values it has.
function isWhole({ sides, values }: Pick<Selection, 'sides' | 'values'>): boolean {
  return sides.length === 2 && values.length === 0
}
