import type { FlowsView } from '@bank/contract/transactions/view'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Actor, Verb } from '../call.ts'
import { sumFlows } from './flows.ts'

/** Money in and out of the caller's account in the latest months, including the current one. */
export const listMonthlyFlows: Verb<'listMonthlyFlows'> = ({ bank, actor, query, now }) => {
  return list(bank, actor, { step: 'month', count: query.months, now })
}

/** The same for the latest days, including today. */
export const listDailyFlows: Verb<'listDailyFlows'> = ({ bank, actor, query, now }) => {
  return list(bank, actor, { step: 'day', count: query.days, now })
}

async function list(
  { db, config }: Bank,
  { account }: Actor,
  wanted: { step: 'month' | 'day'; count: number; now: Date },
): Promise<FlowsView> {
  const found = await sumFlows(db, account.id, { ...wanted, timeZone: config.timeZone })
  return {
    currency: account.currency,
    flows: found.map(({ during, inMinor, outMinor }) => ({
      during,
      moneyIn: formatMinor(inMinor),
      moneyOut: formatMinor(outMinor),
    })),
  }
}
