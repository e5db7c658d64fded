import { int64Max, parseAmount } from '@bank/ledger/money'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { day } from '../bank-day.ts'
import { amount } from '../rules/amount.ts'
import { textLine } from '../rules/text.ts'

/** What of a history is wanted, by the names it has in an address; and the page of it. */
export const historyQuery = z
  .object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** Any part of the description, in capitals or not. */
    q: z.optional(textLine({ field: 'Search', required: 'Enter what to search for', lengthMax: 100 })),
    type: z.optional(z.enum(['debit', 'credit'], 'Choose debit or credit')),
    status: z.optional(z.enum(statuses, 'Choose success, pending or failed')),
    /** The first and the last day, in the bank's time zone. */
    from: z.optional(day),
    to: z.optional(day),
    minAmount: z.optional(amount),
    maxAmount: z.optional(amount),
  })
  .check(
    z.superRefine(({ from, to, minAmount, maxAmount }, context) => {
      if (from !== undefined && to !== undefined && to < from) {
        context.addIssue({ code: 'custom', message: 'The last day is before the first', path: ['to'] })
      }
      if (minAmount === undefined || maxAmount === undefined) return
      if (boundOf(maxAmount) < boundOf(minAmount)) {
        const message = 'The highest amount is below the lowest'
        context.addIssue({ code: 'custom', message, path: ['maxAmount'] })
      }
    }),
  )

/** An amount one can ask for, in minor units: more than the books can hold is as good as the most they can. */
export function boundOf(amount: string): bigint {
  const parsed = parseAmount(amount)
  return 'minor' in parsed ? parsed.minor : int64Max
}

export type HistoryQuery = z.output<typeof historyQuery>
