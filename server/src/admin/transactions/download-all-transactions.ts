import { dayOf, dayReader, timeReader } from '@bank/contract/bank-day'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { transactionOf } from '../../books/rows/transactions.ts'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { csvPieces, csvRowsAtOnce } from '../../statements/csv-text.ts'
import { exportFile } from '../../statements/one-export.ts'
import {
  findListed,
  type ListedRow,
  type ListedSelection,
  readSearchedText,
} from '../../transaction-list/listed-selection.ts'
import { describeTransaction } from '../../transactions/transaction.ts'

/** The selected transactions of all customers as comma-separated values, newest first, of any length. Writes an audit event. */
export const downloadAllTransactions: Verb<'downloadAllTransactions'> = (call) => {
  return exportFile(call, async () => {
    const { bank, actor, query, now } = call
    const { timeZone } = bank.config
    const event = { actorId: actor.userId, action: 'transactions_downloaded', target: null, now } as const
    await inTransaction(bank.db, (connection) => recordAudit(connection, event))
    const text = query.q === undefined ? undefined : await readSearchedText(bank.db, query.q)
    return {
      name: `transactions-${dayOf(now, timeZone)}.csv`,
      pieces: csvOf(bank, actor.userId, { filter: query, text, timeZone, now }),
    }
  })
}

const columns = [
  'Date',
  'Time',
  'Customer',
  'Customer ID',
  'Account',
  'Type',
  'Amount',
  'Currency',
  'Description',
  'Reference',
  'Status',
  'Kind',
  'Transaction ID',
]

function csvOf(
  { db, config: { timeZone }, filesUnderWay }: Bank,
  readerId: string,
  selection: ListedSelection,
): AsyncGenerator<string> {
  const [dayOfMoment, timeOfMoment] = [dayReader(timeZone), timeReader(timeZone)]
  const read = (last: ListedRow | undefined) => {
    const page = { readerId, order: 'newest', after: last?.id, limit: csvRowsAtOnce } as const
    return filesUnderWay.inTurn(() => findListed(db, selection, page))
  }
  return csvPieces(columns, read, (row) => {
    const { id, kind, type, amount, currency, description, reference, status, createdAt } =
      describeTransaction(transactionOf(row), row.accountId)
    return [
      dayOfMoment(createdAt),
      timeOfMoment(createdAt),
      row.userName,
      row.userId,
      row.number,
      type,
      amount,
      currency,
      description,
      reference ?? '',
      status,
      kind,
      id,
    ]
  })
}
