import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { decimal, moment } from '../../answer-formats.ts'

/** Money on an account that its customer cannot move. */
export const holdView = z.object({
  id: z.uuid(),
  amount: decimal,
  currency: z.enum(currencies),
  reason: z.string(),
  /** The name of the administrator. */
  placedBy: z.string(),
  placedAt: moment,
  /** The day of the bank on which it is lifted by itself; null for one that staff lift. */
  liftsOn: z.nullable(z.string()),
})

/** The holds of an account that are not lifted, oldest first. */
export const holdList = z.object({ holds: z.array(holdView) })

export type HoldView = z.output<typeof holdView>
