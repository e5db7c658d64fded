import { dayReader, timeReader } from '@bank/contract/bank-day'
import { closingName } from '@bank/contract/statements/statement-words'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { byteOrderMark, type CsvCell, csvRows } from './csv-text.ts'
import { eachThousandEntries, lineOf, type Statement } from './statement.ts'
import type { StatementEntry } from './statement-entries.ts'
import { exportStatement } from './statement-file.ts'
import { requestForStaff } from './statement-for-staff.ts'

/** The caller's statement as comma-separated values (RFC 4180), of any length. */
export const downloadCsv: Verb<'downloadStatementCsv'> = (call) => {
  return exportStatement(call, 'csv', (statement) => csvOf(call.bank, statement))
}

/** The statement of a customer for staff, with an audit event. */
export const downloadCsvOfUser: Verb<'downloadStatementCsvOfUser'> = async (call) => {
  const request = await requestForStaff(call, 'csv')
  return exportStatement(request, 'csv', (statement) => csvOf(call.bank, statement))
}

const columns = [
  'Date',
  'Description',
  'Type',
  'Money in',
  'Money out',
  'Balance',
  'Status',
  'Transaction ID',
  'Payee',
  'Time',
  'Signed amount',
  'Reference',
  'Time zone',
]

async function* csvOf(bank: Bank, statement: Statement): AsyncGenerator<string> {
  const { period, asOf, openingMinor, closingMinor, timeZone } = statement
  yield `${byteOrderMark}${csvRows([columns, balanceRow(period.from, 'Opening balance', openingMinor)])}`
  const clock = { timeZone, dayOf: dayReader(timeZone), timeOf: timeReader(timeZone) }
  for await (const entries of eachThousandEntries(bank, statement)) {
    yield csvRows(entries.map((entry) => rowOf(entry, clock)))
  }
  yield csvRows([balanceRow(asOf ?? period.to, closingName(statement), closingMinor)])
}

type Clock = { readonly timeZone: string } & {
  readonly [Part in 'dayOf' | 'timeOf']: (moment: Date) => string
}

function rowOf(entry: StatementEntry, { timeZone, dayOf, timeOf }: Clock): readonly CsvCell[] {
  const { type, amount, description, balance, status, transactionId, counterparty, reference } = lineOf(entry)
  return [
    dayOf(entry.bookedAt),
    description,
    type,
    type === 'credit' ? amount : '',
    type === 'debit' ? amount : '',
    balance,
    status,
    transactionId,
    counterparty ?? '',
    timeOf(entry.bookedAt),
    entry.amountMinor,
    reference ?? '',
    timeZone,
  ]
}

function balanceRow(day: string, description: string, balanceMinor: bigint): readonly string[] {
  return [day, description, '', '', '', formatMinor(balanceMinor), '', '', '', '', '', '', '']
}
