import { namedDescription } from '@bank/contract/transactions/named-description'
import { accountName } from '../accounts/account-name.tsx'
import { useAccounts } from '../accounts/accounts.ts'

/** Rows of a history or a statement with the names of the customer's other accounts in their descriptions. */
export function useNamedRows<Row extends Parameters<typeof namedDescription>[0]>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const { data: accounts = [] } = useAccounts()
  const named = accounts.map((account) => ({ number: account.number, name: accountName(account) }))
  return rows?.map((row) => ({ ...row, description: namedDescription(row, named) }))
}
