import { descriptionOf, type Told } from './description-texts.ts'

/** An account of the customer, with the name by which it is shown. */
type NamedAccount = { readonly number: string; readonly name: string }

/**
 * A description as it is shown: money that was moved between the customer's accounts has the name of the other account, such as
 * "To Savings ··1234", where the books have its number.
 */
export function namedDescription(
  { description, otherAccount }: { readonly description: string; readonly otherAccount: string | null },
  accounts: readonly NamedAccount[],
): string {
  const other = accounts.find(({ number }) => number === otherAccount)
  if (!other) return description
  const isTo = description.endsWith(descriptionOf('debit', movedAt(other)))
  const moved = descriptionOf(isTo ? 'debit' : 'credit', movedAt(other))
  // The name is isolated from what follows it, in either writing direction.
  const named = `${isTo ? 'To' : 'From'} \u2068${other.name}\u2069 ··${other.number.slice(-4)}`
  // A function: in a text, `$` and a character after it have a meaning.
  return description.replace(moved, () => named)
}

function movedAt({ number }: NamedAccount): Told {
  return { kind: 'own_transfer', beneficiary: null, detail: number }
}
