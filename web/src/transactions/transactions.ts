import type { QueryInputOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import type { TransactionDetailsView, TransactionView } from '@bank/contract/transactions/view'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { accountsQuery } from '../accounts/accounts.ts'
import { meKey } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import type { AccountChoice } from '../api/chosen-account.ts'
import { queryOf } from '../api/query-of.ts'
import { guardsQuery } from '../guards/guards.ts'

/** A transaction, by its id, as an account of the user has it. */
export function transactionQuery(id: string, account: AccountChoice) {
  const request = { params: { id }, query: { account } }
  return queryOptions({
    queryKey: ['transaction', request],
    queryFn: ({ signal }): Promise<TransactionView & Partial<Pick<TransactionDetailsView, 'payer'>>> =>
      call(endpoints.readTransaction, { ...request, signal }),
  })
}

/** The same with its status history. */
export function transactionDetailsQuery(id: string, account: AccountChoice) {
  const request = { params: { id }, query: { account } }
  return queryOf([...historyKey, 'details'], endpoints.readTransaction, request)
}

/** Requests the balances and the histories of all accounts, and what is used of the limits, again, after money has moved. */
export function refreshMoney(client: QueryClient): void {
  for (const queryKey of [meKey, accountsQuery.queryKey, guardsQuery.queryKey, historyKey])
    client.invalidateQueries({ queryKey })
}

/** The start of the keys of what is read from a history. All of it is requested again after each movement of money. */
export const historyKey = ['transactions'] as const

/** A page of the history of an account, or of all accounts. */
export function historyQuery(query: QueryInputOf<typeof endpoints.listTransactions>) {
  return queryOf(historyKey, endpoints.listTransactions, { query })
}
