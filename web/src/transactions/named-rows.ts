import type { AccountView } from '@bank/contract/accounts/view'
import { descriptionOf, type Told } from '@bank/contract/transactions/description-texts'
import type { TransactionView } from '@bank/contract/transactions/view'
import { accountName } from '../accounts/account-name.tsx'
import { useAccounts } from '../accounts/accounts.ts'

type Described = Pick<TransactionView, 'description' | 'otherAccount'>

/**
 * Rows of a history or a statement as they are shown: money that was moved between the customer's accounts has the name of the other
 * account, such as "To Savings ··1234", where the books have its number.
 */
export function useNamedRows<Row extends Described>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const { data: accounts = [] } = useAccounts()
  return rows?.map((row) => ({ ...row, description: namedDescription(row, accounts) }))
}

function namedDescription(
  { description, otherAccount }: Described,
  accounts: readonly AccountView[],
): string {
  const other = accounts.find(({ number }) => number === otherAccount)
  if (!other) return description
  const isTo = description.endsWith(descriptionOf('debit', movedAt(other)))
  const moved = descriptionOf(isTo ? 'debit' : 'credit', movedAt(other))
  // The name is isolated from what follows it, in either writing direction.
  const named = `${isTo ? 'To' : 'From'} \u2068${accountName(other)}\u2069 ··${other.number.slice(-4)}`
  // A function: in a text, `$` and a character after it have a meaning.
  return description.replace(moved, () => named)
}

function movedAt({ number }: AccountView): Told {
  return { kind: 'own_transfer', beneficiary: null, detail: number }
}
