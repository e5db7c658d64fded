import type { ListedCase } from '@bank/contract/support/view'
import { CircleAlert } from 'lucide-react'
import { bankNow } from '../../api/bank-clock.ts'
import { DateText } from '../../ui/date-text.tsx'
import { Pill } from '../../ui/status-pill.tsx'

/** The state of a case, and who has taken it. */
export function CaseStateText({
  one: { kind, state, owner },
}: {
  one: Pick<ListedCase, 'kind' | 'state' | 'owner'>
}) {
  return (
    <>
      {kind === 'dispute' && 'Dispute, '}
      {names[state]}
      {owner && (
        <>
          , taken by <bdi>{owner.name}</bdi>
        </>
      )}
    </>
  )
}

const names = { open: 'Open', waiting: 'Waiting for the customer', closed: 'Closed' } as const

/** The day by which the bank must answer, and whether it is over. */
export function DueText({ dueAt }: { dueAt: string }) {
  const isOverdue = Date.parse(dueAt) < bankNow()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <DateText moment={dueAt} />
      {isOverdue && (
        <Pill icon={CircleAlert} look="border-failed-border bg-failed-soft text-failed" word="Overdue" />
      )}
    </span>
  )
}
