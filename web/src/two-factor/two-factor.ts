import { endpoints } from '@bank/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Whether the user's sign-in asks for a code. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(endpoints.readTwoFactor, { signal }),
})
