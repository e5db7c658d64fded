import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import type { UsersUrlState } from './users-url-state.ts'

/** Which users are selected. */
export function filterOf({ search, state }: Pick<UsersUrlState, 'search' | 'state'>) {
  return { search: search || undefined, state }
}

/** A page of the selected users. */
export function usersQuery({
  order,
  cursor,
  ...filter
}: Pick<UsersUrlState, 'search' | 'state' | 'order' | 'cursor'>) {
  return queryOptions({
    ...queryOf(['admin', 'users'], endpoints.listUsers, { query: { ...filterOf(filter), order, cursor } }),
    placeholderData: keepPreviousData,
  })
}

/** One user with their accounts. */
export function userQuery(id: string) {
  return queryOf(['admin', 'user'], endpoints.readUser, { params: { id } })
}
