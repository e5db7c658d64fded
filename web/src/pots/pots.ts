import { endpoints } from '@bank/contract/endpoints'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { accountsQuery } from '../accounts/accounts.ts'
import { meKey } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { type AccountChoice, useAccountQuery } from '../api/chosen-account.ts'
import { historyKey } from '../transactions/transactions.ts'

/** The start of the keys of `potsQuery`. */
const potsKey = ['pots'] as const

/** The open pots of an account with their balances, oldest first. */
export function potsQuery(account: AccountChoice) {
  return queryOptions({
    queryKey: [...potsKey, account],
    queryFn: async ({ signal }) => (await call(endpoints.listPots, { query: { account }, signal })).pots,
  })
}

/** The pots of the account that the open page is about. */
export function usePots() {
  return useAccountQuery(potsQuery)
}

/**
 * Requests the pots of all accounts again, after one has changed, and what names pots: each account names the one that it rounds up
 * into, and scheduled payments name those that they pay into.
 */
export function refreshPots(client: QueryClient): Promise<void> {
  for (const queryKey of [meKey, accountsQuery.queryKey, historyKey])
    void client.invalidateQueries({ queryKey })
  return client.invalidateQueries({ queryKey: potsKey })
}
