import { endpoints } from '@bank/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The user's limits in each currency of their accounts, and how much of them is used. */
export const guardsQuery = queryOptions({
  queryKey: ['guards'],
  queryFn: async ({ signal }) => (await call(endpoints.listGuards, { signal })).guards,
})
