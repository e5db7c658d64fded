import * as z from 'zod/mini'
import { decimal } from '../answer-formats.ts'

/** A balance that a client wrote, in minor units. */
export const writtenBalance = z.strictObject({ balance: z.bigint() })

/** What a written balance stands for. Only `fund` moves money, when the funding is then sent. */
export const plannedBalance = z.union([
  z.object({ kind: z.literal('fund'), transactionId: z.uuid(), amount: decimal }),
  z.object({ kind: z.enum(['no-op', 'lower', 'conflict']) }),
])

export type PlannedBalance = z.output<typeof plannedBalance>
