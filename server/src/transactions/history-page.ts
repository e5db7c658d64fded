import type { HistoryQuery } from '@bank/contract/transactions/form'
import type { TransactionPage } from '@bank/contract/transactions/view'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { countHistory, type HistoryCursor, readWithBalances, selectHistory } from './history.ts'
import { transactionView } from './transaction.ts'

/** Above this number the total is shown as "1,000+", since counting further is expensive. */
const totalMax = 1_000

/**
 * A page of an account's filtered history, newest first, as the account's owner sees it. The cursor contains the number
 * of the next page's first row.
 */
export async function readHistoryPage(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  accountId: bigint,
  query: HistoryQuery,
): Promise<TransactionPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const selection = selectHistory(accountId, query, config.timeZone)
  const firstRow = after?.row ?? 1
  const count = () => countHistory(db, selection, totalMax + 1)
  const [{ found, balances }, counted] = await Promise.all([
    // One more than the page shows whether there is a next page.
    readWithBalances(db, selection, { after, limit: query.limit + 1 }),
    // A search may read every row of the account: it counts only where the page does not show the end.
    query.q === undefined ? count() : undefined,
  ])
  const isLast = found.length <= query.limit
  const total = counted ?? (isLast ? firstRow - 1 + found.length : await count())
  const transactions = found.slice(0, query.limit)
  const last = transactions.at(-1)
  return {
    transactions: transactions.map((transaction) => transactionView(transaction, accountId, balances)),
    firstRow,
    total: total > totalMax ? null : total,
    nextCursor:
      last && !isLast
        ? writeCursor({
            createdAt: new Date(last.createdAt),
            id: last.id,
            row: firstRow + transactions.length,
          })
        : null,
  }
}

type Cursor = HistoryCursor & { readonly row: number }

function writeCursor({ createdAt, id, row }: Cursor): string {
  return Buffer.from(`${row} ${createdAt.getTime()} ${id}`).toString('base64url')
}

function readCursor(text: string): Cursor {
  const match = /^(\d{1,9}) (\d{1,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(text, 'base64url').toString(),
  )
  if (!match) throw new Refusal('malformed')
  const [, row, milliseconds, id] = match
  return { row: Number(row), createdAt: new Date(Number(milliseconds)), id: id! }
}
