import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import type { TransactionView } from '@bank/contract/transactions/view'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { fieldReasons } from '../api/problem.ts'
import { toast } from '../ui/toast.ts'
import type { HistoryFilter } from './history-url-state.ts'

type Wanted = {
  /** Where the page begins; absent for the newest transactions. */
  cursor?: string | undefined
  limit: number
  filter?: HistoryFilter
}

/** A page of one's own history, newest first. A page that does not come is said in a toast; the list says more. */
export function useTransactions({ cursor, limit, filter = {} }: Wanted) {
  const page = useQuery({
    queryKey: [...historyKey, { cursor, limit, ...filter }],
    queryFn: ({ signal }) =>
      // What stands in the address may be anything: the bank says what is wrong with it.
      call(endpoints.listTransactions, { query: { cursor, limit, ...(filter as object) }, signal }),
    placeholderData: keepPreviousData,
  })
  const { errorUpdatedAt } = page
  // A filter that cannot be meant is said at its field.
  const isError = page.isError && fieldReasons(page.error).length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it fails is said anew.
  useEffect(() => {
    if (isError) toast.error(messages.transactions.failed, { id: 'transactions-failed' })
  }, [isError, errorUpdatedAt])
  return page
}

/** One transaction of one's own, by its id. */
export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: ['transaction', id],
    queryFn: ({ signal }): Promise<TransactionView> =>
      call(endpoints.readTransaction, { params: { id }, signal }),
  })
}

/** One transaction of one's own with every status it has had. */
export function transactionDetailsQuery(id: string) {
  return queryOptions({
    queryKey: [...historyKey, 'details', id],
    queryFn: ({ signal }) => call(endpoints.readTransaction, { params: { id }, signal }),
  })
}

/** Money has moved: the balance and the history are asked for again. */
export function refreshMoney(client: QueryClient): void {
  client.invalidateQueries({ queryKey: meQuery.queryKey })
  client.invalidateQueries({ queryKey: historyKey })
}

const historyKey = ['transactions'] as const
