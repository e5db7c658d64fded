import * as z from 'zod/mini'

/**
 * What writing a balance means. `fund`: fund this amount under this id, which is the same for every write by an administrator to the
 * same balance of a user: a repeat funds once, and of two different ones the books refuse the second. `no-op`: the balance is the one
 * that the administrator was told. `lower`: a balance cannot be lowered. `conflict`: which balance the administrator saw is not certain.
 */
export const plannedBalance = z.union([
  z.object({ means: z.literal('fund'), transactionId: z.uuid(), amountMinor: z.bigint() }),
  z.object({ means: z.enum(['no-op', 'lower', 'conflict']) }),
])

export type PlannedBalance = z.output<typeof plannedBalance>
