import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'

/** The status a transaction has after a change. */
export const statusView = z.object({ id: z.uuid(), status: z.enum(statuses) })
