import { dayOf, dayReader, timeReader } from '@bank/contract/bank-day'
import { type HistoryAccount, requestedAccounts } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { csvPieces, csvRowsAtOnce } from '../statements/csv-text.ts'
import { accountFileName } from '../statements/file-name.ts'
import { exportFile } from '../statements/one-export.ts'
import { type Place, readHistory } from './history.ts'
import { type Selection, selectHistory } from './history-selection.ts'
import { historyRow } from './transaction.ts'

/** The filtered history of the caller's account, or of all their accounts, as comma-separated values, of any length, newest first. */
export const downloadHistory: Verb<'downloadHistory'> = (call) => {
  const { bank, actor, query, now } = call
  const { bankName, timeZone } = bank.config
  return exportFile(call, async () => {
    const accounts = await requestedAccounts(bank.db, actor, query.account)
    const accountIds = accounts.map(({ id }) => id)
    const selection = await selectHistory(bank.db, accountIds, query, { timeZone, isCustomer: true })
    // All accounts have no number: their name stands in its place.
    const name = accountFileName(
      bankName,
      query.account ?? actor.account.number,
      `transactions-${dayOf(now, timeZone)}.csv`,
    )
    return { name, pieces: csvOf(bank, accounts, selection) }
  })
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
  'Account',
  'Time zone',
]

function csvOf(
  { db, config: { timeZone }, filesUnderWay }: Bank,
  accounts: readonly HistoryAccount[],
  selection: Selection,
): AsyncGenerator<string> {
  const [dayOfMoment, timeOfMoment] = [dayReader(timeZone), timeReader(timeZone)]
  const read = (following: Place | undefined) => {
    const page = { order: 'newest', following, limit: csvRowsAtOnce } as const
    return filesUnderWay.inTurn(() => readHistory(db, selection, page))
  }
  return csvPieces(columns, read, (entry) => {
    const row = historyRow(entry, accounts)
    return [
      dayOfMoment(entry.bookedAt),
      row.type,
      row.amount,
      row.currency,
      row.description,
      row.status,
      row.transactionId,
      row.counterparty ?? '',
      timeOfMoment(entry.bookedAt),
      entry.amountMinor,
      row.reference ?? '',
      entry.balanceMinor,
      row.account,
      timeZone,
    ]
  })
}
