import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AccountChoice, accountKey } from '../../accounts/account-in-url.ts'
import { call } from '../../api/call.ts'
import type { UsersUrlState } from './users-url-state.ts'

/** A page of the selected users. */
export function usersQuery({
  search,
  state,
  order,
  cursor,
}: Pick<UsersUrlState, 'search' | 'state' | 'order' | 'cursor'>) {
  return queryOptions({
    queryKey: ['admin', 'users', search, state, order, cursor],
    queryFn: ({ signal }) =>
      call(endpoints.listUsers, { query: { search: search || undefined, state, order, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One user with their accounts. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'user', id],
    queryFn: ({ signal }) => call(endpoints.readUser, { params: { id }, signal }),
  })
}

/** A page of the history of a user's account, as the user sees it. */
export function userTransactionsQuery(id: string, account: AccountChoice, cursor: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'user-transactions', id, accountKey(account), cursor],
    queryFn: ({ signal }) =>
      call(endpoints.listUserTransactions, { params: { id }, query: { account, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What each status of a transaction would do to its customers' balances, read when the dialog opens. */
export function statusPreviewQuery(transactionId: string) {
  return queryOptions({
    queryKey: ['admin', 'status-preview', transactionId],
    queryFn: ({ signal }) => call(endpoints.previewStatus, { params: { id: transactionId }, signal }),
    staleTime: 0,
  })
}

/** Requests everything the admin panel shows again, after an action on a user. */
export function refreshUsers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['admin'] })
}
