import * as z from 'zod/mini'
import { accountChoice } from '../accounts/form.ts'
import { type PeriodQuery, periodError } from './period.ts'

/** The fields of a query that select a period. */
const periodFields = {
  period: z.optional(z.string()),
  month: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
}

/** The rules over several fields. */
const periodRule = z.check<PeriodQuery>(({ value, issues }) => {
  const error = periodError(value)
  if (error) {
    issues.push({ code: 'custom', input: value, path: [error.field], message: error.message })
  }
})

/** Selects the period of a downloaded statement. */
export const periodQuery = z.object({ ...accountChoice, ...periodFields }).check(periodRule)

/** Selects the period of a statement, and a page of its lines. */
export const statementQuery = z
  .object({
    ...accountChoice,
    ...periodFields,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 50),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  })
  .check(periodRule)

/** How many days of balances are read, today included. A year has 366 days at most. */
export const dailyBalancesQuery = z.object({
  ...accountChoice,
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366)), 30),
})
