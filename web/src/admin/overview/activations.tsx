import type { OverviewView } from '@bank/contract/admin/overview/view'
import { linkTo } from '@bank/contract/pages'
import { CircleAlert, Clock } from 'lucide-react'
import { DateText } from '../../ui/date-text.tsx'
import { Pill } from '../../ui/status-pill.tsx'
import { durationText } from './duration-text.ts'
import { Amounts, countText, Overdue, OverviewCard, Row, Rows } from './overview-card.tsx'

/** Accounts that wait for their activation, the most urgent first. */
export function Activations({
  activations: { count, overdueCount, users },
  now,
}: {
  activations: OverviewView['activations']
  now: number
}) {
  return (
    <OverviewCard
      title="Activations"
      link={{
        to: linkTo('userManagement', { state: 'waiting', order: 'oldest' }),
        label: 'All waiting users',
      }}
    >
      <Amounts>
        {count === 0
          ? 'No account is waiting'
          : countText(count, 'account is waiting', 'accounts are waiting')}
        <Overdue count={overdueCount} />
      </Amounts>
      {users.length > 0 && (
        <Rows label="Accounts that have waited longest">
          {users.map(({ id, name, dueAt }) => (
            <Row
              key={id}
              to={linkTo('user', { id })}
              name={name}
              detail={
                <>
                  Due <DateText moment={dueAt} time />
                </>
              }
              figure={<TimeLeft milliseconds={Date.parse(dueAt) - now} />}
            />
          ))}
        </Rows>
      )}
    </OverviewCard>
  )
}

/** The time until the promised activation, as icon, words and colour. */
function TimeLeft({ milliseconds }: { milliseconds: number }) {
  if (milliseconds > 0) {
    const look = 'border-pending-border bg-pending-soft text-pending'
    return <Pill icon={Clock} look={look} word={`${durationText(milliseconds)} left`} />
  }
  const look = 'border-failed-border bg-failed-soft text-failed'
  return <Pill icon={CircleAlert} look={look} word={`Overdue by ${durationText(-milliseconds)}`} />
}
