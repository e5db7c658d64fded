import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { accountChoice, accountNumberOrAll } from '../accounts/form.ts'
import { lastDayTooEarly } from '../real-day.ts'
import { amount } from '../rules/amount.ts'
import { day } from '../rules/day.ts'
import { textLine, textLinesOrNone } from '../rules/text.ts'
import { maximumTooLow } from '../typed-amount.ts'
import { historyOrders } from './history-orders.ts'

/** The days and the amounts of a filter, by the names the URL uses. */
export const filterRanges = {
  /** The first and the last day, in the bank's time zone. */
  from: z.optional(day),
  to: z.optional(day),
  minAmount: z.optional(amount),
  maxAmount: z.optional(amount),
}

export const filterStatus = z.optional(z.enum(statuses, 'Choose success, pending or failed'))

/** Selects rows of a history, by the names the URL uses. */
const filter = z.object({
  account: z.optional(accountNumberOrAll),
  /** Any part of the description, of the reference or of the customer's note, an amount or a day; case does not matter. */
  q: z.optional(textLine({ field: 'Search', required: 'Enter what to search for', lengthMax: 100 })),
  type: z.optional(z.enum(['debit', 'credit'], 'Choose debit or credit')),
  status: filterStatus,
  ...filterRanges,
})

type Ranges = Partial<Pick<z.output<typeof filter>, 'from' | 'to' | 'minAmount' | 'maxAmount'>>

/** The rule that no range of a filter ends before it begins. */
export const rangesInOrder = z.superRefine<Ranges>(({ from, to, minAmount, maxAmount }, context) => {
  if (from !== undefined && to !== undefined && to < from) {
    context.addIssue({ code: 'custom', message: lastDayTooEarly, path: ['to'] })
  }
  if (typeof minAmount !== 'bigint' || typeof maxAmount !== 'bigint') return
  if (maxAmount < minAmount) {
    context.addIssue({ code: 'custom', message: maximumTooLow, path: ['maxAmount'] })
  }
})

export const historyFilter = filter.check(rangesInOrder)

/** The same, and a page of the rows in their order. */
export const historyQuery = z
  .extend(filter, {
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    order: z._default(z.enum(historyOrders, 'Choose newest, oldest, largest or smallest'), 'newest'),
  })
  .check(rangesInOrder)

/** How many months or days of money in and money out are read, the current one included. */
export const monthlyFlowsQuery = z.object({
  ...accountChoice,
  months: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)), 6),
})
export const dailyFlowsQuery = z.object({
  ...accountChoice,
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(31)), 30),
})

/** A customer's own note on a transaction. An empty note removes it. */
export const noteForm = z.strictObject({
  note: textLinesOrNone({ field: 'Note', required: 'Note is required', lengthMax: 500 }),
})

export type HistoryFilter = z.output<typeof historyFilter>
export type HistoryQuery = z.output<typeof historyQuery>
