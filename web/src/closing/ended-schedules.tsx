import type { AccountView } from '@bank/contract/accounts/view'
import { repeatText, weekdayText } from '@bank/contract/schedules/schedule-words'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { useQuery } from '@tanstack/react-query'
import { accountName } from '../accounts/account-name.tsx'
import { partnersOf } from '../accounts/accounts.ts'
import { bankToday } from '../api/bank-today.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { isFirstTry } from '../api/first-try.ts'
import { payeeName, schedulesOfAllQuery } from '../schedules/schedules.ts'

/** The scheduled payments that end with an account: those from it, and those into it from the customer's other accounts. */
export function useSchedulesOfAccount(account: AccountView, accounts: readonly AccountView[]) {
  const { number } = account
  return useSchedules([account, ...partnersOf(account, accounts)], (schedule, payer) => {
    if (payer.number === number) return `To ${payeeName(schedule)}`
    const { kind, account: to, beneficiary } = schedule
    const isInto = kind === 'own_transfer' && (to ?? beneficiary?.accountNumber) === number
    return isInto ? `From ${accountName(payer)} ··${payer.number.slice(-4)}` : undefined
  })
}

/** The scheduled payments that end with a pot: those into it, from its account. */
export function useSchedulesOfPot(id: string, account: AccountView) {
  return useSchedules([account], ({ potId }) => (potId === id ? '' : undefined))
}

/**
 * The scheduled payments of accounts that end; undefined before they are read, and where they cannot be. `nameOf` says between whom
 * one pays: empty where all pay between the same, and undefined for one that goes on.
 */
function useSchedules(
  payers: readonly AccountView[],
  nameOf: (schedule: ScheduleView, payer: AccountView) => string | undefined,
) {
  const lists = useQuery(schedulesOfAllQuery(payers.map(choiceOf)))
  const ended = lists.data?.flatMap((schedules, at) =>
    schedules.flatMap((schedule) => {
      const name = schedule.state === 'ended' ? undefined : nameOf(schedule, payers[at]!)
      return name === undefined ? [] : [{ id: schedule.id, name, days: daysOf(schedule) }]
    }),
  )
  return { ended, isAwaited: isFirstTry(lists) }
}

/** On which days a schedule pays: "On the 1st of each month". */
function daysOf({ rhythm, next }: ScheduleView): string {
  return repeatText(rhythm) || `On ${weekdayText(next?.dueDay ?? rhythm.firstDay, bankToday())}`
}

/** Names the scheduled payments that end with what is closed. Where they could not be read, it says that they end. */
export function EndedSchedules({ ended }: Pick<ReturnType<typeof useSchedules>, 'ended'>) {
  if (!ended) return <p>Scheduled payments that use it end, too. They could not be listed.</p>
  if (ended.length === 0) return null
  return (
    <div className="grid gap-1">
      <p>
        {ended.length === 1 ? 'A scheduled payment ends' : `${ended.length} scheduled payments end`}, too:
      </p>
      <ul className="grid gap-1 text-table">
        {ended.map(({ id, name, days }) => (
          <li key={id} className="wrap-anywhere">
            {name && (
              <>
                <bdi>{name}</bdi>:{' '}
              </>
            )}
            {days}
          </li>
        ))}
      </ul>
    </div>
  )
}
