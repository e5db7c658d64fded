import { endpoints } from '@bank/contract/endpoints'
import { queryOf } from '../api/query-of.ts'

/** Whether the user's sign-in asks for a code. */
export const twoFactorQuery = queryOf(['two-factor'], endpoints.readTwoFactor)
