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

/** The accounts to which money can be moved from one: the others in its currency. */
export function partnersOf(from: AccountView, accounts: readonly AccountView[]): AccountView[] {
  return accounts.filter(({ number, currency }) => number !== from.number && currency === from.currency)
}

/** The accounts from which money can be moved to another one. */
export function sourcesIn(accounts: readonly AccountView[]): AccountView[] {
  return accounts.filter((account) => account.isActive && partnersOf(account, accounts).length > 0)
}
