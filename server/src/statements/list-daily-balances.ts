import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { DailyBalancesView } from '@bank/contract/statements/view'
import { formatMinor } from '@bank/ledger/money'
import type { Call } from '../call.ts'
import { latestSteps } from '../transactions/flows.ts'
import { findLastBefore } from './statement-entries.ts'

/** The balance of the caller's account at the end of each of the latest days, today included, in the bank's time zone. */
export async function listDailyBalances({
  bank: { db, config },
  actor: { account },
  query,
  now,
}: Call<typeof endpoints.listDailyBalances>): Promise<DailyBalancesView> {
  const { timeZone } = config
  const days = latestSteps('day', query.days, dayOf(now, timeZone)).map(({ firstDay }) => firstDay)
  const ends = days.map((day) => startOfDay(nextDay(day), timeZone))
  const [before, ...atEnds] = await findLastBefore(db, account.id, [startOfDay(days[0]!, timeZone), ...ends])
  return {
    currency: account.currency,
    opening: formatMinor(before!.balanceMinor),
    balances: days.map((day, index) => ({ day, balance: formatMinor(atEnds[index]!.balanceMinor) })),
  }
}
