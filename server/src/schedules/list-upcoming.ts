import { dayOf } from '@bank/contract/bank-day'
import { type Forecast, type ForeseenSchedule, foresee } from '@bank/contract/schedules/forecast'
import { upcomingRunsMax } from '@bank/contract/schedules/view'
import { kinds } from '@bank/ledger/kinds'
import { formatMinor, missingToWhole } from '@bank/ledger/money'
import { findAccountsOfUser } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { Actor, Verb } from '../call.ts'
import { readFundsBeforeRuns } from './funds-before-runs.ts'
import { type ActiveSchedule, findActiveUsing, payeeOf, transactionIdOf } from './schedule.ts'

/** Lists what the schedules of the caller change on an account in the next days, and the balances that they leave. */
export const listUpcoming: Verb<'listUpcoming'> = async (call) => {
  const { bank, actor } = call
  const { id: accountId, currency } = actor.account
  const { runs, balances, shortfall, availableMinor } = await forecastOf(accountId, call, 'followed')
  const accounts = await findAccountsOfUser(bank.db, actor.userId)
  const numbers = new Map(accounts.map(({ id, number }) => [id, number]))
  return {
    currency,
    opening: formatMinor(availableMinor),
    balances: balances.map(({ day, balanceMinor }) => ({ day, balance: formatMinor(balanceMinor) })),
    runs: runs.slice(0, upcomingRunsMax).map(({ schedule: { id, movement }, day, dueDay, balanceMinor }) => {
      const isDebit = movement.from === accountId
      const isOwn = movement.kind === 'own_transfer' && (!isDebit || movement.beneficiary === null)
      return {
        scheduleId: id,
        day,
        dueDay,
        type: isDebit ? ('debit' as const) : ('credit' as const),
        amount: formatMinor(movement.amountMinor),
        name: isOwn ? null : payeeOf(movement),
        account: isOwn ? numbers.get(isDebit ? movement.to! : movement.from)! : null,
        balance: formatMinor(balanceMinor),
      }
    }),
    total: runs.length,
    shortfall: shortfall && { day: shortfall.day, missing: formatMinor(shortfall.missingMinor) },
  }
}

/**
 * The forecast of an account of the caller. With its sources followed, money from their other accounts counts until the day on which
 * the schedules of that account are not covered.
 */
async function forecastOf(
  accountId: bigint,
  call: { readonly bank: Bank; readonly actor: Actor; readonly now: Date },
  sources: 'followed' | 'trusted',
): Promise<Forecast<ActiveSchedule> & { readonly availableMinor: bigint }> {
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
