import { endpoints } from '@bank/contract/endpoints'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/**
 * Who I am, my account and its balance. Nobody should have to reload to learn that the account has been activated: the
 * live connection tells, and an inactive one is asked for again whenever the window comes back.
 */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(endpoints.readMe, { signal }),
  refetchOnWindowFocus: ({ state }) => (state.data?.account.isActive === false ? 'always' : true),
})

export function useMe() {
  return useQuery(meQuery)
}

/** The user's date of birth (`YYYY-MM-DD`) where the page has read it already; it is not asked for. */
export function ownDateOfBirth(client: QueryClient): string | undefined {
  return client.getQueryData(meQuery.queryKey)?.dob ?? undefined
}
