import { repeatText, weekdayText } from '@bank/contract/schedules/schedule-words'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { useQuery } from '@tanstack/react-query'
import { bankToday } from '../api/bank-today.ts'
import type { AccountChoice } from '../api/chosen-account.ts'
import { payeeName, schedulesQuery } from './schedules.ts'

/** Names the scheduled payments that end with an account, or with one of its pots. */
export function EndedSchedules({ account, pot }: { account: AccountChoice; pot?: string }) {
  const { data = [] } = useQuery(schedulesQuery(account))
  const ended = data.filter(({ state, potId }) => state !== 'ended' && (pot === undefined || potId === pot))
  if (ended.length === 0) return null
  // All that pay into a pot have one payee.
  const names = ended.map(pot === undefined ? payeeName : daysOf)
  return (
    <p>
      {names.length === 1 ? 'Its scheduled payment ends' : `Its ${names.length} scheduled payments end`}, too:{' '}
      <bdi>{[...new Set(names)].join(', ')}</bdi>.
    </p>
  )
}

/** When a schedule pays, within a sentence: "on the 1st of each month". */
function daysOf({ rhythm, next }: ScheduleView): string {
  const days = repeatText(rhythm) || `On ${weekdayText(next?.dueDay ?? rhythm.firstDay, bankToday())}`
  return days.charAt(0).toLowerCase() + days.slice(1)
}
