import type { AccountView } from '@bank/contract/accounts/view'
import { descriptionOf, type Told } from '@bank/contract/transactions/description-texts'
import type { HistoryRow, TransactionView } from '@bank/contract/transactions/view'
import { accountName } from '../accounts/account-name.tsx'
import { useAccounts } from '../accounts/accounts.ts'
import { useIsOfAllAccounts } from '../api/chosen-account.ts'

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

/** The account of a row as it is named in the row. */
export type RowAccount = {
  /** Empty while the customer's accounts are not loaded. */
  readonly name: string
  /** The last digits of the number. */
  readonly end: string
}

/** Names the account of a row where the page is about all accounts; otherwise undefined. */
export function useRowAccount(): ((row: Pick<HistoryRow, 'account'>) => RowAccount) | undefined {
  const { data: accounts = [] } = useAccounts()
  if (!useIsOfAllAccounts()) return undefined
  return ({ account }) => {
    const found = accounts.find(({ number }) => number === account)
    return { name: found ? accountName(found) : '', end: account.slice(-4) }
  }
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
