import type { HistoryQuery } from '@bank/contract/transactions/form'
import type { HistoryAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { readPage } from '../postgres/read-page.ts'
import { Refusal } from '../refusal.ts'
import { countHistory, type Place, readHistory } from './history.ts'
import { selectHistory } from './history-selection.ts'
import { historyRow } from './transaction.ts'

/** Above this number the total is shown as "1,000+", since counting further is expensive. */
const totalMax = 1_000

/**
 * A page of the filtered history of accounts, as their owner sees it. The cursor contains the number of the next page's first row,
 * and the entry before it.
 */
export async function readHistoryPage(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  accounts: readonly HistoryAccount[],
  query: HistoryQuery,
  by: { readonly isCustomer: boolean },
) {
  const { row: firstRow, following } =
    query.cursor === undefined ? { row: 1, following: undefined } : readCursor(query.cursor, accounts)
  const accountIds = accounts.map(({ id }) => id)
  const selection = await selectHistory(db, accountIds, query, { ...by, timeZone: config.timeZone })
  const count = () => countHistory(db, selection, totalMax + 1)
  const [{ rows: entries, last }, counted] = await Promise.all([
    readPage(query.limit, (limit) => readHistory(db, selection, { order: query.order, following, limit })),
    // A search may read every row of the accounts: it counts only where the page does not show the end.
    query.q === undefined ? count() : undefined,
  ])
  const total = counted ?? (last ? await count() : firstRow - 1 + entries.length)
  return {
    transactions: entries.map((entry) => historyRow(entry, accounts)),
    firstRow,
    total: total > totalMax ? null : total,
    nextCursor: last ? writeCursor({ row: firstRow + entries.length, last }, accounts) : null,
  }
}

/** The account is named where there are several. */
function writeCursor(
  { row, last }: { row: number; last: Place },
  accounts: readonly HistoryAccount[],
): string {
  const number = accounts.length > 1 ? ` ${accounts.find(({ id }) => id === last.accountId)!.number}` : ''
  return Buffer.from(`${row} ${last.seq}${number}`).toString('base64url')
}

function readCursor(text: string, accounts: readonly HistoryAccount[]): { row: number; following: Place } {
  const match = /^(\d{1,9}) (\d{1,18})(?: (\d{10}))?$/.exec(Buffer.from(text, 'base64url').toString())
  const [, row, seq, number] = match ?? []
  const account = number ? accounts.find((one) => one.number === number) : accounts[0]
  // A cursor belongs to one account, or to several.
  if (!account || !seq || (number === undefined) !== (accounts.length === 1)) throw new Refusal('malformed')
  return { row: Number(row), following: { accountId: account.id, seq: BigInt(seq) } }
}
