import { dayOf, dayReader, timeReader } from '@bank/contract/bank-day'
import { type HistoryAccount, requestedAccounts } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { byteOrderMark, type CsvCell, csvRows } from '../statements/csv-text.ts'
import { accountFileName } from '../statements/file-name.ts'
import { exportFile } from '../statements/one-export.ts'
import { type HistoryEntry, type Place, readHistory } from './history.ts'
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
const rowsAtOnce = 1_000

async function* csvOf(
  { db, config: { timeZone }, filesUnderWay }: Bank,
  accounts: readonly HistoryAccount[],
  selection: Selection,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvRows([columns])}`
  const clock = { timeZone, dayOf: dayReader(timeZone), timeOf: timeReader(timeZone) }
  const read = (ofOne: Selection, following: Place | undefined) =>
    filesUnderWay.inTurn(() => readHistory(db, ofOne, { order: 'newest', following, limit: rowsAtOnce }))
  const entries = selection.ranges.map((range) => entriesOf({ ...selection, ranges: [range] }, read))
  const rows: (readonly CsvCell[])[] = []
  for await (const entry of newestFirst(entries)) {
    rows.push(rowOf(entry, accounts, clock))
    if (rows.length === rowsAtOnce) yield csvRows(rows.splice(0))
  }
  yield csvRows(rows)
}

/** The selected entries of one account, newest first. */
async function* entriesOf(
  selection: Selection,
  read: (selection: Selection, following: Place | undefined) => Promise<HistoryEntry[]>,
): AsyncGenerator<HistoryEntry> {
  for (let following: Place | undefined; ; ) {
    const entries = await read(selection, following)
    yield* entries
    if (entries.length < rowsAtOnce) return
    following = entries.at(-1)
  }
}

/** The entries of several accounts in one order. Each account is read once, a thousand entries at a time. */
async function* newestFirst(accounts: readonly AsyncGenerator<HistoryEntry>[]): AsyncGenerator<HistoryEntry> {
  const heads: { of: AsyncGenerator<HistoryEntry>; entry: HistoryEntry }[] = []
  const take = async (of: AsyncGenerator<HistoryEntry>) => {
    const { value } = await of.next()
    if (value) heads.push({ of, entry: value })
  }
  for (const account of accounts) await take(account)
  while (heads.length > 0) {
    heads.sort((one, other) => newerFirst(one.entry, other.entry))
    const { of, entry } = heads.shift()!
    yield entry
    await take(of)
  }
}

function newerFirst(one: HistoryEntry, other: HistoryEntry): number {
  const difference = other.bookedAt.getTime() - one.bookedAt.getTime()
  return difference || (other.accountId > one.accountId ? 1 : -1)
}

type Clock = { readonly timeZone: string } & {
  readonly [Part in 'dayOf' | 'timeOf']: (moment: Date) => string
}

function rowOf(
  entry: HistoryEntry,
  accounts: readonly HistoryAccount[],
  { timeZone, dayOf, timeOf }: Clock,
): readonly CsvCell[] {
  const row = historyRow(entry, accounts)
  const { type, amount, currency, description, status, transactionId, counterparty, reference, account } = row
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
    account,
    timeZone,
  ]
}
