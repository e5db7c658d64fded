import { dayOf, dayReader, timeReader } from '@bank/contract/bank-day'
import type { HistoryQuery } from '@bank/contract/transactions/form'
import { int64Max } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { byteOrderMark, type CsvCell, csvRows } from '../statements/csv-text.ts'
import { accountFileName } from '../statements/file-name.ts'
import { exportFile } from '../statements/one-export.ts'
import { type HistoryEntry, readHistory, selectHistory } from './history.ts'
import { historyRow } from './transaction.ts'

/** The caller's filtered history as comma-separated values, of any length, newest first. */
export const downloadHistory: Verb<'downloadHistory'> = (call) => {
  const { bank, actor, query, now } = call
  const { bankName, timeZone } = bank.config
  return exportFile(call, () => ({
    name: accountFileName(bankName, actor.account.number, `transactions-${dayOf(now, timeZone)}.csv`),
    pieces: csvOf(bank, actor.account.id, query),
  }))
}

const columns = [
  'Date',
  'Type',
  'Amount',
  'Currency',
  'Description',
  'Status',
  'Transaction ID',
  'Payee',
  'Time',
  'Signed amount',
  'Reference',
  'Balance',
]
const rowsAtOnce = 1_000

async function* csvOf(
  { db, config: { timeZone }, filesUnderWay }: Bank,
  accountId: bigint,
  query: HistoryQuery,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvRows([columns])}`
  const clock = { dayOf: dayReader(timeZone), timeOf: timeReader(timeZone) }
  const selection = await selectHistory(db, accountId, query, timeZone)
  let before = int64Max
  for (let isMore = true; isMore; ) {
    const page = { before, limit: rowsAtOnce }
    const entries = await filesUnderWay.inTurn(() => readHistory(db, selection, page))
    yield csvRows(entries.map((entry) => rowOf(entry, accountId, clock)))
    isMore = entries.length === rowsAtOnce
    before = entries.at(-1)?.seq ?? before
  }
}

type Clock = { readonly [Part in 'dayOf' | 'timeOf']: (moment: Date) => string }

function rowOf(entry: HistoryEntry, accountId: bigint, { dayOf, timeOf }: Clock): readonly CsvCell[] {
  const { type, amount, currency, description, status, transactionId, counterparty, reference } = historyRow(
    entry,
    accountId,
  )
  return [
    dayOf(entry.bookedAt),
    type,
    amount,
    currency,
    description,
    status,
    transactionId,
    counterparty ?? '',
    timeOf(entry.bookedAt),
    entry.amountMinor,
    reference ?? '',
    entry.balanceMinor,
  ]
}
