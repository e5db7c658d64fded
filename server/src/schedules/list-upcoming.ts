import { upcomingRunsMax } from '@bank/contract/schedules/view'
import { formatMinor } from '@bank/ledger/money'
import { findAccountsOfUser } from '../accounts/account.ts'
import type { Verb } from '../call.ts'
import { forecastOf, foreseenBalances } from './account-forecast.ts'
import { isToOwnAccount, payeeOf } from './schedule.ts'

/** Lists what the schedules of the caller change on an account in the next days, and the balances that they leave. */
export const listUpcoming: Verb<'listUpcoming'> = async (call) => {
  const { bank, actor } = call
  const { id: accountId, currency } = actor.account
  const forecast = await forecastOf(accountId, call)
  const { runs, availableMinor } = forecast
  const accounts = await findAccountsOfUser(bank.db, actor.userId)
  const numbers = new Map(accounts.map(({ id, number }) => [id, number]))
  return {
    currency,
    opening: formatMinor(availableMinor),
    ...foreseenBalances(forecast),
    runs: runs.slice(0, upcomingRunsMax).map(({ schedule: { id, movement }, day, dueDay, balanceMinor }) => {
      const isDebit = movement.from === accountId
      // What comes in is from another account of the caller.
      const isOwn = !isDebit || isToOwnAccount(movement)
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
  }
}
