import { endpoints } from '@bank/contract/endpoints'
import type { ScheduleView } from '@bank/contract/schedules/view'
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

/** What a schedule pays: the payee's name, the pot's, or the end of the number of the customer's other account. */
export function payeeName({ kind, payee, beneficiary }: ScheduleView): string {
  return kind === 'own_transfer' && !beneficiary ? `Account ··${payee.slice(-4)}` : payee
}

/** Requests the scheduled payments of all accounts again, after one has changed. */
export function refreshSchedules(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: schedulesKey })
}
