import type { OverviewView } from '@bank/contract/admin/overview/view'
import { clsx } from 'clsx'
import { CircleAlert, Clock } from 'lucide-react'
import { DateText } from '../../ui/date-text.tsx'
import { durationText } from './duration-text.ts'
import { Amounts, countText, OverviewCard, Row, Rows } from './overview-card.tsx'

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
      link={{ to: '/admin/dashboard?state=waiting&order=oldest', label: 'All waiting users' }}
    >
      <Amounts>
        {count === 0
          ? 'No account is waiting'
          : countText(count, 'account is waiting', 'accounts are waiting')}
        {overdueCount !== 0 && (
          <span className="font-semibold text-failed">
            {countText(overdueCount, 'is overdue', 'are overdue')}
          </span>
        )}
      </Amounts>
      {users.length > 0 && (
        <Rows label="Accounts that have waited longest">
          {users.map(({ id, name, dueAt }) => (
            <Row
              key={id}
              to={`/admin/users/${id}`}
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
  const isOverdue = milliseconds <= 0
  const Icon = isOverdue ? CircleAlert : Clock
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 text-caption',
        isOverdue
          ? 'border-failed-border bg-failed-soft text-failed'
          : 'border-pending-border bg-pending-soft text-pending',
      )}
    >
      <Icon aria-hidden size={14} />
      {isOverdue ? `Overdue by ${durationText(-milliseconds)}` : `${durationText(milliseconds)} left`}
    </span>
  )
}
