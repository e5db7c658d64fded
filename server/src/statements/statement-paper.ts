import type { StatementLine } from '@bank/contract/statements/view'
import type { Letterhead } from '../pdf/bank-document.ts'
import type { Statement } from './statement.ts'

/** A line of a statement on paper: its description is set in two sizes, and the parts together are the whole of it. */
export type PaperLine = StatementLine & {
  /** What happened and with whom: `Returned: Transfer to Daniel Moreno`. */
  readonly headline: string
  /** The rest of the description, such as the beneficiary's bank; empty where there is none. */
  readonly particulars: string
}

/** What a statement on paper is made of. Crosses from the bank to the thread that draws it. */
export type PaperStatement = {
  readonly letterhead: Letterhead
  /** The holder's name and address. */
  readonly address: readonly string[]
  readonly statement: Statement
  readonly lines: readonly PaperLine[]
  readonly inTransitMinor: bigint
}

/** By which the bank and the holder name a statement: the account and the period say which one it is. */
export function statementNumberOf({ accountNumber, period }: Statement): string {
  return [accountNumber, period.from, period.to].map((part) => part.replaceAll('-', '')).join('-')
}
