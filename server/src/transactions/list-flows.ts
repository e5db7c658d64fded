import type { endpoints } from '@bank/contract/endpoints'
import type { FlowsView } from '@bank/contract/transactions/view'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Actor, Call } from '../call.ts'
import { findOwnLedgerAccounts } from '../pots/pot.ts'
import { sumFlows } from './flows.ts'

/** Money in and out of the caller's account in the latest months, including the current one. */
export function listMonthlyFlows({
  bank,
  actor,
  query,
  now,
}: Call<typeof endpoints.listMonthlyFlows>): Promise<FlowsView> {
  return list(bank, actor, { step: 'month', count: query.months, now })
}

/** The same for the latest days, including today. */
export function listDailyFlows({
  bank,
  actor,
  query,
  now,
}: Call<typeof endpoints.listDailyFlows>): Promise<FlowsView> {
  return list(bank, actor, { step: 'day', count: query.days, now })
}

async function list(
  { db, config }: Bank,
  { account, userId }: Actor,
  wanted: { step: 'month' | 'day'; count: number; now: Date },
): Promise<FlowsView> {
  const ownIds = await findOwnLedgerAccounts(db, userId)
  const found = await sumFlows(db, { id: account.id, ownIds }, { ...wanted, timeZone: config.timeZone })
  return {
    currency: account.currency,
    flows: found.map(({ during, inMinor, outMinor }) => ({
      during,
      moneyIn: formatMinor(inMinor),
      moneyOut: formatMinor(outMinor),
    })),
  }
}
