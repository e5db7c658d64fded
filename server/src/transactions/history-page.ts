import type { HistoryQuery } from '@bank/contract/transactions/form'
import { int64Max } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { countHistory, readHistory, selectHistory } from './history.ts'
import { historyRow } from './transaction.ts'

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
) {
  const { row: firstRow, before } =
    query.cursor === undefined ? { row: 1, before: int64Max } : readCursor(query.cursor)
  const selection = await selectHistory(db, accountId, query, config.timeZone)
  const count = () => countHistory(db, selection, totalMax + 1)
  const [found, counted] = await Promise.all([
    // One more than the page shows whether there is a next page.
    readHistory(db, selection, { before, limit: query.limit + 1 }),
    // A search may read every row of the account: it counts only where the page does not show the end.
    query.q === undefined ? count() : undefined,
  ])
  const isLast = found.length <= query.limit
  const total = counted ?? (isLast ? firstRow - 1 + found.length : await count())
  const entries = found.slice(0, query.limit)
  const last = entries.at(-1)
  return {
    transactions: entries.map((entry) => historyRow(entry, accountId)),
    firstRow,
    total: total > totalMax ? null : total,
    nextCursor: last && !isLast ? writeCursor({ before: last.seq, row: firstRow + entries.length }) : null,
  }
}

/** Where a page begins: the number of its first row, and that of the entry before it. */
type Cursor = { readonly row: number; readonly before: bigint }

function writeCursor({ before, row }: Cursor): string {
  return Buffer.from(`${row} ${before}`).toString('base64url')
}

function readCursor(text: string): Cursor {
  const match = /^(\d{1,9}) (\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString())
  if (!match) throw new Refusal('malformed')
  const [, row, before] = match
  return { row: Number(row), before: BigInt(before!) }
}
