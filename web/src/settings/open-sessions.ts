import { endpoints } from '@bank/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const openSessionsKey = ['open-sessions']

/** The user's open sessions. */
export const openSessionsQuery = queryOptions({
  queryKey: openSessionsKey,
  queryFn: ({ signal }) => call(endpoints.listSessions, { signal }),
})
