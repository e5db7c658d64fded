import type { QueryInputOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import type { TransactionView } from '@bank/contract/transactions/view'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountsQuery } from '../accounts/accounts.ts'
import { meKey } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { type AccountChoice, useAccountQuery } from '../api/chosen-account.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { queryOf } from '../api/query-of.ts'
import { guardsQuery } from '../guards/guards.ts'
import { toast } from '../ui/toast.ts'
import type { HistoryFilter } from './history-url-state.ts'

type PageQuery = {
  /** The start of the page; absent for the newest transactions. */
  cursor?: string | undefined
  limit: number
  filter?: HistoryFilter
}

/** A page of the history of the account that the page is about, newest first. A failure shows a toast; the list gives the reason. */
export function useTransactions({ cursor, limit, filter = {} }: PageQuery) {
  const page = useAccountQuery((account) => ({
    // The URL may hold anything: the bank validates it.
    ...historyQuery({ account, cursor, limit, ...(filter as object) }),
    placeholderData: keepPreviousData,
  }))
  const { errorUpdatedAt } = page
  // An invalid filter shows its error on the field; an ended session and an unknown account have a page that explains them.
  const isExplained =
    fieldReasons(page.error).length > 0 ||
    (isProblem(page.error) && ['signed_out', 'account_not_found'].includes(page.error.code))
  const isError = page.isError && !isExplained
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows the toast again.
  useEffect(() => {
    if (isError) toast.error(customerTexts.transactions.failed, { id: 'transactions-failed' })
  }, [isError, errorUpdatedAt])
  return page
}

/** A transaction, by its id, as an account of the user has it. */
export function transactionQuery(id: string, account: AccountChoice) {
  const request = { params: { id }, query: { account } }
  return queryOptions({
    queryKey: ['transaction', request],
    queryFn: ({ signal }): Promise<TransactionView> =>
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

/** Rows of the history of an account, newest first. */
export function historyQuery(query: QueryInputOf<typeof endpoints.listTransactions>) {
  return queryOf(historyKey, endpoints.listTransactions, { query })
}
