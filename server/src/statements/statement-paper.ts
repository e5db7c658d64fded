import type { Letterhead } from '../pdf/bank-document.ts'
import type { Statement, StatementLine } from './statement.ts'

/** A line of a PDF statement. Its description is split into two parts of different font size. */
export type PaperLine = StatementLine & {
  /** The event and the counterparty: `Returned: Transfer to Daniel Moreno`. */
  readonly headline: string
  /** The rest of the description, such as the beneficiary's bank; may be empty. */
  readonly particulars: string
}

/** The contents of a PDF statement, as sent to the worker thread that draws it. The lines follow in batches. */
export type PaperStatement = {
  readonly letterhead: Letterhead
  /** The holder's name and address. */
  readonly address: readonly string[]
  readonly statement: Statement
}

/** The reference of a statement: account and period. */
export function statementNumberOf({ accountNumber, period }: Statement): string {
  return [accountNumber, period.from, period.to].map((part) => part.replaceAll('-', '')).join('-')
}
