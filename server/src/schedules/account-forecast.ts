import { dayOf } from '@bank/contract/bank-day'
import { type Forecast, type ForeseenSchedule, foresee } from '@bank/contract/schedules/forecast'
import { kinds } from '@bank/ledger/kinds'
import { formatMinor, missingToWhole } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'
import { readFundsBeforeRuns } from './funds-before-runs.ts'
import { type ActiveSchedule, findActiveUsing, transactionIdOf } from './schedule.ts'

/** What the schedules of a customer change on an account, and what can be spent now, in minor units. */
type AccountForecast = Forecast<ActiveSchedule> & { readonly availableMinor: bigint }

/**
 * The forecast of an account of the caller. With its sources followed, money from their other accounts counts until the day on which
 * the schedules of that account are not covered.
 */
export async function forecastOf(
  accountId: bigint,
  call: { readonly bank: Bank; readonly actor: Actor; readonly now: Date },
  sources: 'followed' | 'trusted' = 'followed',
): Promise<AccountForecast> {
  const { bank, actor, now } = call
  const { db, config } = bank
  const today = dayOf(now, config.timeZone)
  const schedules = await findActiveUsing(db, { userId: actor.userId, id: accountId })
  // One that is made and not noted yet is in the balance.
  const due = schedules.filter(({ next }) => next.dueDay <= today).map(nextIdOf)
  const { availableMinor, isRoundedUp, madeIds } = await readFundsBeforeRuns(db, accountId, due)
  const uncoveredFrom = new Map<bigint, string | undefined>()
  if (sources === 'followed') {
    for (const id of new Set(schedules.map(({ movement }) => movement.from))) {
      if (id !== accountId) uncoveredFrom.set(id, (await forecastOf(id, call, 'trusted')).shortfall?.day)
    }
  }
  const foreseen = schedules.map((schedule): ActiveSchedule & ForeseenSchedule => {
    const { movement, next } = schedule
    const { from, kind, amountMinor } = movement
    const isDebit = from === accountId
    return {
      ...schedule,
      nextNumber: next.nextNumber + (madeIds.includes(nextIdOf(schedule)) ? 1 : 0),
      doubtfulFrom: uncoveredFrom.get(from),
      changeMinor: isDebit ? -amountMinor : amountMinor,
      roundUpMinor: isDebit && isRoundedUp && kinds[kind].isRoundedUp ? missingToWhole(amountMinor) : 0n,
    }
  })
  // An account and the schedules that use it have one currency.
  const { currency } = actor.account
  return { ...foresee(foreseen, { ...config, currency, today, availableMinor }), availableMinor }
}

function nextIdOf(schedule: ActiveSchedule): string {
  return transactionIdOf(schedule, schedule.next.nextDay)
}

/** The balances of a forecast, and its first day below zero, as the customer sees them. */
export function foreseenBalances({ balances, shortfall }: AccountForecast) {
  return {
    balances: balances.map(({ day, balanceMinor }) => ({ day, balance: formatMinor(balanceMinor) })),
    shortfall: shortfall && { day: shortfall.day, missing: formatMinor(shortfall.missingMinor) },
  }
}
