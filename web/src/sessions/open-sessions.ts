import { endpoints } from '@bank/contract/endpoints'
import { queryOf } from '../api/query-of.ts'

/** The user's open sessions. */
export const openSessionsQuery = queryOf(['open-sessions'], endpoints.listSessions)
