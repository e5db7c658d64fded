import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'

/** A customer's bank account. */
export const accountView = z.object({
  number: z.string(),
  type: z.string(),
  currency: z.enum(currencies),
  isActive: z.boolean(),
  balance: decimal,
  /** The amount of pending transfers, which is already deducted from the balance. */
  inTransit: decimal,
  openedAt: moment,
  /** When it was last activated; null before its first activation. */
  activatedAt: z.nullable(moment),
})

export type AccountView = z.output<typeof accountView>
