import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'

const decimal = z.string().check(z.regex(/^\d+\.\d{2}$/))

/** What came in and what went out, month by month or day by day, the oldest first and the current one last. */
export const flowsView = z.object({
  currency: z.enum(currencies),
  flows: z.array(
    z.object({
      /** `YYYY-MM` or `YYYY-MM-DD`, in the bank's time zone. */
      during: z.string(),
      moneyIn: decimal,
      moneyOut: decimal,
    }),
  ),
})

export type FlowsView = z.output<typeof flowsView>
