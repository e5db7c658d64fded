import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { decimal, moment } from '../../answer-formats.ts'

/** Limits that staff set for one customer, the last ones first. */
export const customerLimitsHistory = z.object({
  limits: z.array(
    z.object({
      id: z.uuid(),
      currency: z.enum(currencies),
      /** Null where the bank’s hold. */
      day: z.nullable(decimal),
      month: z.nullable(decimal),
      /** From here on the bank’s hold again; null where they did at once. */
      until: z.nullable(moment),
      reason: z.string(),
      setBy: z.string(),
      setAt: moment,
    }),
  ),
})

export type CustomerLimits = z.output<typeof customerLimitsHistory>['limits'][number]
