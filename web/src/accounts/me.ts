import { endpoints } from '@bank/contract/endpoints'
import type { MeView } from '@bank/contract/profile/view'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type AccountChoice, useAccountQuery } from '../api/chosen-account.ts'
import { queryOf } from '../api/query-of.ts'

/** The start of the keys of `meQuery`. */
export const meKey = ['me'] as const

/**
 * The signed-in user, one of their accounts and its balance. An activation shows without a reload: through the live connection, and
 * for an inactive account also whenever the window gets the focus.
 */
export function meQuery(account: AccountChoice) {
  return queryOptions({
    ...queryOf(meKey, endpoints.readMe, { query: { account } }),
    refetchOnWindowFocus: ({ state }) => (state.data?.account.isActive === false ? 'always' : true),
  })
}

/** The user with the account that the open page is about. */
export function useMe() {
  return useAccountQuery(meQuery)
}

/** Changes the user in every answer that the page has, without a request. */
export function changeMe(client: QueryClient, change: (me: MeView) => MeView): void {
  client.setQueriesData<MeView>({ queryKey: meKey }, (me) => me && change(me))
}

/** The user's date of birth (`YYYY-MM-DD`) if the page has loaded it; it is not requested. */
export function ownDateOfBirth(client: QueryClient): string | undefined {
  const known = client.getQueriesData<MeView>({ queryKey: meKey })
  return known.find(([, me]) => me)?.[1]?.dob ?? undefined
}
