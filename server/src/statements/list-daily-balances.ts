import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../call.ts'
import { forecastOf, foreseenBalances } from '../schedules/account-forecast.ts'
import { latestSteps } from '../transactions/flows.ts'
import { findBalancesBefore } from '../transactions/last-before.ts'

/**
 * The balance of the caller's account at the end of each of the latest days, today included, in the bank's time zone, and what their
 * schedules leave of it.
 */
export const listDailyBalances: Verb<'listDailyBalances'> = async (call) => {
  const { bank, actor, query, now } = call
  const { timeZone } = bank.config
  const { id: accountId, currency } = actor.account
  const days = latestSteps('day', query.days, dayOf(now, timeZone)).map(({ firstDay }) => firstDay)
  const moments = [...days, nextDay(days.at(-1)!)].map((day) => startOfDay(day, timeZone))
  const of = { accountId, userId: actor.userId }
  const { balancesMinor, isScheduled } = await findBalancesBefore(bank.db, of, moments)
  const [before, ...atEnds] = balancesMinor.map(formatMinor)
  const forecast = isScheduled ? await forecastOf(accountId, call) : undefined
  return {
    currency,
    opening: before!,
    balances: days.map((day, index) => ({ day, balance: atEnds[index]! })),
    ...(forecast && forecast.runs.length > 0 && { foreseen: foreseenBalances(forecast) }),
  }
}
