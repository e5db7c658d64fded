import type { Readable } from 'node:stream'
import { dayOf, dayReader, timeReader } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { Transaction } from '@bank/ledger/transaction'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { byteOrderMark, type CsvCell, csvRows } from '../statements/csv-text.ts'
import { exportFile } from '../statements/one-export.ts'
import { type HistoryCursor, readWithBalances, type Selection, selectHistory } from './history.ts'
import { describeTransaction } from './transaction.ts'

/** The caller's filtered history as comma-separated values, of any length, newest first. */
export function downloadHistory(call: Call<typeof endpoints.downloadHistory>): Promise<Readable> {
  const { bank, actor, query, now } = call
  const { timeZone } = bank.config
  return exportFile(call, () => ({
    name: `transactions-${dayOf(now, timeZone)}.csv`,
    pieces: csvOf(bank, selectHistory(actor.account.id, query, timeZone)),
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

async function* csvOf({ db, config, filesUnderWay }: Bank, selection: Selection): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvRows([columns])}`
  const clock = { dayOf: dayReader(config.timeZone), timeOf: timeReader(config.timeZone) }
  let after: HistoryCursor | undefined
  for (let isMore = true; isMore; ) {
    const page = { after, limit: rowsAtOnce }
    const { found, balances } = await filesUnderWay.inTurn(() => readWithBalances(db, selection, page))
    yield csvRows(found.map((one) => rowOf(one, balances.get(one.id), selection.accountId, clock)))
    const last = found.at(-1)
    isMore = found.length === rowsAtOnce
    after = last && { createdAt: new Date(last.createdAt), id: last.id }
  }
}

type Clock = { readonly [Part in 'dayOf' | 'timeOf']: (moment: Date) => string }

function rowOf(
  transaction: Transaction,
  balanceMinor: bigint | undefined,
  accountId: bigint,
  { dayOf, timeOf }: Clock,
): readonly CsvCell[] {
  const { id, type, amount, currency, description, status, counterparty, reference } = describeTransaction(
    transaction,
    accountId,
  )
  const createdAt = new Date(transaction.createdAt)
  return [
    dayOf(createdAt),
    type,
    amount,
    currency,
    description,
    status,
    id,
    counterparty ?? '',
    timeOf(createdAt),
    changeOf(transaction, type),
    reference ?? '',
    balanceMinor ?? '',
  ]
}

/** What the transaction has added to the account, in minor units. The whole history sums to the balance. */
function changeOf({ status, amountMinor }: Transaction, type: 'debit' | 'credit'): bigint {
  if (type === 'debit') return status === 'failed' ? 0n : -amountMinor
  return status === 'success' ? amountMinor : 0n
}
