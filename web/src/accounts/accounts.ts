import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The user's accounts with their balances: the main one, then the others, oldest first. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => (await call(endpoints.listAccounts, { signal })).accounts,
})

export function useAccounts() {
  return useQuery(accountsQuery)
}

/** Whether an account is not closed. The list also has closed ones. */
export function isOpen({ closedAt }: Pick<AccountView, 'closedAt'>): boolean {
  return !closedAt
}

/** Whether the customer can move money out of an account. */
export function canSendFrom(account: Pick<AccountView, 'isActive' | 'closedAt'>): boolean {
  return account.isActive && isOpen(account)
}

/** The other open accounts of the customer. */
export function openBeside(account: AccountView, accounts: readonly AccountView[]): AccountView[] {
  return accounts.filter((other) => other.number !== account.number && isOpen(other))
}

/** The accounts to which money can be moved from one: the other open ones in its currency. */
export function partnersOf(from: AccountView, accounts: readonly AccountView[]): AccountView[] {
  return openBeside(from, accounts).filter(({ currency }) => currency === from.currency)
}

/** The other open accounts of the customer in other currencies: no money can be moved to them, because the bank exchanges none. */
export function foreignTo(from: AccountView, accounts: readonly AccountView[]): AccountView[] {
  return openBeside(from, accounts).filter(({ currency }) => currency !== from.currency)
}

/** The accounts from which money can be moved to another one. */
export function sourcesIn(accounts: readonly AccountView[]): AccountView[] {
  return accounts.filter((account) => canSendFrom(account) && partnersOf(account, accounts).length > 0)
}
