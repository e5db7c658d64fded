import type { endpoints } from '@bank/contract/endpoints'
import type { MonthlyFlows } from '@bank/contract/monthly-flows-view'
import { formatMinor } from '@bank/ledger/money'
import type { Call } from '../call.ts'
import { sumMonths } from './monthly-flows.ts'

/** What came in and went out of one's own account in the latest months, the current one among them. */
export async function listMonthlyFlows({
  bank,
  actor,
  query,
  now,
}: Call<typeof endpoints.listMonthlyFlows>): Promise<MonthlyFlows> {
  const { timeZone } = bank.config
  const found = await sumMonths(bank.db, actor.account.id, { months: query.months, now, timeZone })
  return {
    currency: actor.account.currency,
    months: found.map(({ month, inMinor, outMinor }) => ({
      month,
      moneyIn: formatMinor(inMinor),
      moneyOut: formatMinor(outMinor),
    })),
  }
}
