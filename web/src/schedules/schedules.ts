import { plusDays } from '@bank/contract/bank-day'
import { endpoints } from '@bank/contract/endpoints'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { bankToday } from '../api/bank-today.ts'
import { call } from '../api/call.ts'
import type { AccountChoice } from '../api/chosen-account.ts'
import { queryOf } from '../api/query-of.ts'
import { historyKey } from '../transactions/transactions.ts'

// What has been paid and what comes change with each movement of money.
const schedulesKey = [...historyKey, 'schedules'] as const

/** The scheduled payments of an account: those that go on by their next day, then the last ones that have ended. */
export function schedulesQuery(account: AccountChoice) {
  return queryOptions({
    queryKey: [...schedulesKey, account],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listSchedules, { query: { account }, signal })).schedules,
    refetchInterval: ({ state: { data = [] } }) => pauseBefore(data.map(({ next }) => next?.dueDay)),
  })
}

/** The same of several accounts, in their order. */
export function schedulesOfAllQuery(accounts: readonly AccountChoice[]) {
  return queryOptions({
    queryKey: [...schedulesKey, 'of all', accounts],
    queryFn: async ({ signal }) => {
      const lists = accounts.map((account) => call(endpoints.listSchedules, { query: { account }, signal }))
      return (await Promise.all(lists)).map(({ schedules }) => schedules)
    },
  })
}

/** What the schedules of a customer change on an account in the next days. */
export function upcomingQuery(account: AccountChoice) {
  return queryOptions({
    ...queryOf([...schedulesKey, 'upcoming'], endpoints.listUpcoming, { query: { account } }),
    refetchInterval: ({ state: { data } }) => pauseBefore([data?.runs[0]?.dueDay]),
  })
}

/**
 * How often the page looks what has become of a run that is due today or, for a page that stays open, tomorrow: a refused one books
 * nothing, so no live update tells of it.
 */
function pauseBefore(dueDays: readonly (string | undefined)[]): number | false {
  const tomorrow = plusDays(bankToday(), 1)
  return dueDays.some((day) => day !== undefined && day <= tomorrow) && 60_000
}

/** What a schedule pays: the payee's name, the pot's, or the end of the number of the customer's other account. */
export function payeeName({ account, payee }: ScheduleView): string {
  return account === null ? payee : ownAccountName(account)
}

/** Another account of the customer, by the end of its number. */
export function ownAccountName(number: string): string {
  return `Account ··${number.slice(-4)}`
}

/** Requests the scheduled payments of all accounts again, and the chart with their forecast, after one has changed. */
export function refreshSchedules(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: historyKey })
}
