import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import type { UsersUrlState } from './users-url-state.ts'

/** A page of the selected users. */
export function usersQuery({
  search,
  state,
  order,
  cursor,
}: Pick<UsersUrlState, 'search' | 'state' | 'order' | 'cursor'>) {
  return queryOptions({
    ...queryOf(['admin', 'users'], endpoints.listUsers, {
      query: { search: search || undefined, state, order, cursor },
    }),
    placeholderData: keepPreviousData,
  })
}

/** One user with their accounts. */
export function userQuery(id: string) {
  return queryOf(['admin', 'user'], endpoints.readUser, { params: { id } })
}
