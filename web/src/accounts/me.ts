import { endpoints } from '@bank/contract/endpoints'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/**
 * The signed-in user, their account and its balance. An activation shows without a reload: through the live connection, and for
 * an inactive account also whenever the window gets the focus.
 */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(endpoints.readMe, { signal }),
  refetchOnWindowFocus: ({ state }) => (state.data?.account.isActive === false ? 'always' : true),
})

export function useMe() {
  return useQuery(meQuery)
}

/** The user's date of birth (`YYYY-MM-DD`) if the page has loaded it; it is not requested. */
export function ownDateOfBirth(client: QueryClient): string | undefined {
  return client.getQueryData(meQuery.queryKey)?.dob ?? undefined
}
