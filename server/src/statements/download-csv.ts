import type { Readable } from 'node:stream'
import { dayReader } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import { closingName } from '@bank/contract/statements/statement-words'
import type { StatementLine } from '@bank/contract/statements/view'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { byteOrderMark, csvRows } from './csv-text.ts'
import { eachThousandEntries, lineOf, type Statement } from './statement.ts'
import { exportStatement } from './statement-file.ts'

/** The caller's statement as comma-separated values (RFC 4180), of any length. */
export function downloadCsv(call: Call<typeof endpoints.downloadStatementCsv>): Promise<Readable> {
  return exportStatement(call, 'csv', (statement) => csvOf(call.bank, statement))
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
]

async function* csvOf(bank: Bank, statement: Statement): AsyncGenerator<string> {
  const { period, asOf, openingMinor, closingMinor, timeZone } = statement
  yield `${byteOrderMark}${csvRows([columns, balanceRow(period.from, 'Opening balance', openingMinor)])}`
  const dayOf = dayReader(timeZone)
  for await (const entries of eachThousandEntries(bank, statement)) {
    yield csvRows(entries.map((entry) => rowOf(lineOf(entry), dayOf)))
  }
  yield csvRows([balanceRow(asOf ?? period.to, closingName(statement), closingMinor)])
}

function rowOf(line: StatementLine, dayOf: (moment: Date) => string): readonly string[] {
  const { type, amount, description, balance, status, transactionId } = line
  return [
    dayOf(new Date(line.bookedAt)),
    description,
    type,
    type === 'credit' ? amount : '',
    type === 'debit' ? amount : '',
    balance,
    status,
    transactionId,
  ]
}

function balanceRow(day: string, description: string, balanceMinor: bigint): readonly string[] {
  return [day, description, '', '', '', formatMinor(balanceMinor), '', '']
}
