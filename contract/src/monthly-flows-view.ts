import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'

const decimal = z.string().check(z.regex(/^\d+\.\d{2}$/))

/** What came in and what went out, month by month, the oldest first and the current one last. */
export const monthlyFlowsView = z.object({
  currency: z.enum(currencies),
  months: z.array(
    z.object({
      /** `YYYY-MM`, a month of the bank's time zone. */
      month: z.string(),
      moneyIn: decimal,
      moneyOut: decimal,
    }),
  ),
})

export type MonthlyFlows = z.output<typeof monthlyFlowsView>
