import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../call.ts'
import { latestSteps } from '../transactions/flows.ts'
import { findLastBefore } from '../transactions/last-before.ts'

/** The balance of the caller's account at the end of each of the latest days, today included, in the bank's time zone. */
export const listDailyBalances: Verb<'listDailyBalances'> = async ({ bank, actor, query, now }) => {
  const { db, config } = bank
  const { account } = actor
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
