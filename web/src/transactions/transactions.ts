import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import type { TransactionView } from '@bank/contract/transactions/view'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../accounts/me.ts'
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

/** A page of the user's history, newest first. A failure shows a toast; the list gives the reason. */
export function useTransactions({ cursor, limit, filter = {} }: PageQuery) {
  const page = useQuery({
    queryKey: [...historyKey, { cursor, limit, ...filter }],
    queryFn: ({ signal }) =>
      // The URL may hold anything: the bank validates it.
      call(endpoints.listTransactions, { query: { cursor, limit, ...(filter as object) }, signal }),
    placeholderData: keepPreviousData,
  })
  const { errorUpdatedAt } = page
  // An invalid filter shows its error on the field, and the sign-in page explains an ended session.
  const isExplained =
    fieldReasons(page.error).length > 0 || (isProblem(page.error) && page.error.code === 'signed_out')
  const isError = page.isError && !isExplained
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows the toast again.
  useEffect(() => {
    if (isError) toast.error(messages.transactions.failed, { id: 'transactions-failed' })
  }, [isError, errorUpdatedAt])
  return page
}

/** A transaction of the user, by its id. */
export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: ['transaction', id],
    queryFn: ({ signal }): Promise<TransactionView> =>
      call(endpoints.readTransaction, { params: { id }, signal }),
  })
}

/** A transaction of the user with its status history. */
export function transactionDetailsQuery(id: string) {
  return queryOptions({
    queryKey: [...historyKey, 'details', id],
    queryFn: ({ signal }) => call(endpoints.readTransaction, { params: { id }, signal }),
  })
}

/** Requests the balance and the history again, after money has moved. */
export function refreshMoney(client: QueryClient): void {
  client.invalidateQueries({ queryKey: meQuery.queryKey })
  client.invalidateQueries({ queryKey: historyKey })
}

const historyKey = ['transactions'] as const
