import type { AccountView } from '@bank/contract/accounts/view'
import { accountName } from '../accounts/account-name.tsx'
import { useAccounts } from '../accounts/accounts.ts'

/**
 * Rows of a history or a statement as they are shown: money that was moved between the customer's accounts has the name of the other
 * account, such as "To Savings ··1234", where the books have its number.
 */
export function useNamedRows<Row extends { readonly description: string }>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const { data: accounts = [] } = useAccounts()
  return rows?.map((row) => ({ ...row, description: namedDescription(row.description, accounts) }))
}

const moved = /^([A-Z][a-z ]*: )?Moved (to|from) your account (\d+)$/

function namedDescription(description: string, accounts: readonly AccountView[]): string {
  const [, change = '', direction, number] = moved.exec(description) ?? []
  const other = accounts.find((account) => account.number === number)
  if (!other) return description
  // The name is isolated from what follows it, in either writing direction.
  return `${change}${direction === 'to' ? 'To' : 'From'} \u2068${accountName(other)}\u2069 ··${other.number.slice(-4)}`
}
