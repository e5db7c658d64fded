import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { meQuery } from '../accounts/me.ts'
import { call } from '../api/call.ts'

type Place = {
  /** Where the page begins; absent for the newest transactions. */
  cursor?: string | undefined
  limit: number
}

/** A page of one's own history, newest first. A page that does not come is said in a toast; the list says more. */
export function useTransactions({ cursor, limit }: Place) {
  const page = useQuery({
    queryKey: [...historyKey, { cursor, limit }],
    queryFn: ({ signal }) => call(endpoints.listTransactions, { query: { cursor, limit }, signal }),
    placeholderData: keepPreviousData,
  })
  const { isError, errorUpdatedAt } = page
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
    queryFn: ({ signal }) => call(endpoints.readTransaction, { params: { id }, signal }),
  })
}

/** Money has moved: the balance and the history are asked for again. */
export function refreshMoney(client: QueryClient): void {
  client.invalidateQueries({ queryKey: meQuery.queryKey })
  client.invalidateQueries({ queryKey: historyKey })
}

const historyKey = ['transactions'] as const
