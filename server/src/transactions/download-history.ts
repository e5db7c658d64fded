import type { Readable } from 'node:stream'
import { dayOf, dayReader } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { byteOrderMark, csvRows } from '../statements/csv-text.ts'
import { exportFile } from '../statements/one-export.ts'
import { type HistoryCursor, readHistory, type Selection, selectHistory } from './history.ts'
import { transactionView } from './transaction.ts'

/** The caller's filtered history as comma-separated values, of any length, newest first. */
export function downloadHistory(call: Call<typeof endpoints.downloadHistory>): Promise<Readable> {
  const { bank, actor, query, now } = call
  const { timeZone } = bank.config
  return exportFile(call, () => ({
    name: `transactions-${dayOf(now, timeZone)}.csv`,
    pieces: csvOf(bank, selectHistory(actor.account.id, query, timeZone)),
  }))
}

const columns = ['Date', 'Type', 'Amount', 'Currency', 'Description', 'Status', 'Transaction ID']
const rowsAtOnce = 1_000

async function* csvOf({ db, config }: Bank, selection: Selection): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvRows([columns])}`
  const dayOf = dayReader(config.timeZone)
  let after: HistoryCursor | undefined
  for (let isMore = true; isMore; ) {
    const found = await readHistory(db, selection, { after, limit: rowsAtOnce })
    yield csvRows(found.map((one) => rowOf(transactionView(one, selection.accountId), dayOf)))
    const last = found.at(-1)
    isMore = found.length === rowsAtOnce
    after = last && { createdAt: new Date(last.createdAt), id: last.id }
  }
}

function rowOf(transaction: TransactionView, dayOf: (moment: Date) => string): readonly string[] {
  const { id, type, amount, currency, description, status, createdAt } = transaction
  return [dayOf(new Date(createdAt)), type, amount, currency, description, status, id]
}
