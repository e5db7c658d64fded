import { changeInWords, sideOf } from './description-texts.ts'
import type { HistoryRow } from './view.ts'

/** An account of the customer, with the name by which it is shown. */
type NamedAccount = { readonly number: string; readonly name: string }

/**
 * A description as it is shown: money that was moved between the customer's accounts has the name of the other account, such as
 * "To Savings ··1234", where the books have its number.
 */
export function namedDescription(
  { description, otherAccount, ...row }: Pick<HistoryRow, 'type' | 'change' | 'description' | 'otherAccount'>,
  accounts: readonly NamedAccount[],
): string {
  const other = accounts.find(({ number }) => number === otherAccount)
  if (!other) return description
  const word = sideOf(row) === 'debit' ? 'To' : 'From'
  // The name is isolated from what follows it, in either writing direction.
  return `${changeInWords(row.change)}${word} \u2068${other.name}\u2069 ··${other.number.slice(-4)}`
}
