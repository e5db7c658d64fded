import { endpoints } from '@bank/contract/endpoints'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { AccountChoice } from '../api/chosen-account.ts'

const schedulesKey = ['schedules'] as const

/** The scheduled payments of an account: those that go on by their next day, then the last ones that have ended. */
export function schedulesQuery(account: AccountChoice) {
  return queryOptions({
    queryKey: [...schedulesKey, account],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listSchedules, { query: { account }, signal })).schedules,
  })
}

/** Requests the scheduled payments of all accounts again, after one has changed. */
export function refreshSchedules(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: schedulesKey })
}
