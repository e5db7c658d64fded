import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import type { TransactionView } from '@bank/contract/transactions/view'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AccountChoice, accountKey, useAccountChoice } from '../accounts/account-in-url.ts'
import { accountsQuery } from '../accounts/accounts.ts'
import { meKey } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
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
  const account = useAccountChoice()
  const page = useQuery({
    queryKey: [...historyKeyOf(account), { cursor, limit, ...filter }],
    queryFn: ({ signal }) =>
      // The URL may hold anything: the bank validates it.
      call(endpoints.listTransactions, { query: { account, cursor, limit, ...(filter as object) }, signal }),
    placeholderData: keepPreviousData,
  })
  const { errorUpdatedAt } = page
  // An invalid filter shows its error on the field; an ended session and an unknown account have a page that explains them.
  const isExplained =
    fieldReasons(page.error).length > 0 ||
    (isProblem(page.error) && ['signed_out', 'account_not_found'].includes(page.error.code))
  const isError = page.isError && !isExplained
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows the toast again.
  useEffect(() => {
    if (isError) toast.error(messages.transactions.failed, { id: 'transactions-failed' })
  }, [isError, errorUpdatedAt])
  return page
}

/** A transaction, by its id, as an account of the user has it. */
export function transactionQuery(id: string, account: AccountChoice) {
  return queryOptions({
    queryKey: ['transaction', accountKey(account), id],
    queryFn: ({ signal }): Promise<TransactionView> =>
      call(endpoints.readTransaction, { params: { id }, query: { account }, signal }),
  })
}

/** The same with its status history. */
export function transactionDetailsQuery(id: string, account: AccountChoice) {
  return queryOptions({
    queryKey: [...historyKeyOf(account), 'details', id],
    queryFn: ({ signal }) => call(endpoints.readTransaction, { params: { id }, query: { account }, signal }),
  })
}

/** Requests the balances and the histories of all accounts again, after money has moved. */
export function refreshMoney(client: QueryClient): void {
  for (const queryKey of [meKey, accountsQuery.queryKey, historyKey]) client.invalidateQueries({ queryKey })
}

const historyKey = ['transactions'] as const

/** The start of the keys of what is read from an account's history. All of it is requested again after each movement of money. */
export function historyKeyOf(account: AccountChoice): readonly string[] {
  return [...historyKey, accountKey(account)]
}
