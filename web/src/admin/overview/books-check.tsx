import type { BooksCheckView } from '@bank/contract/admin/position/view'
import { linkTo } from '@bank/contract/pages'
import { Notice } from '../../ui/notice.tsx'
import { Age, countText, OverviewCard } from './overview-card.tsx'

/** When the books were last checked, and with what result. */
export function BooksCheck({ check, now }: { check: BooksCheckView | null; now: number }) {
  return (
    <OverviewCard
      title="Check of the books"
      link={{ to: linkTo('moneyPosition'), label: 'Check the books now' }}
    >
      {check === null ? (
        <Notice tone="pending" isAnnounced>
          The books have not been checked yet.
        </Notice>
      ) : (
        <CheckResult check={check} now={now} />
      )}
      <p className="text-table text-muted-foreground">The bank checks its books every day.</p>
    </OverviewCard>
  )
}

/** The result of a check, and its age. */
export function CheckResult({
  check: { finishedAt, fault, transactionCount, entryCount },
  now,
}: {
  check: BooksCheckView
  now: number
}) {
  const time = <Age moment={finishedAt} now={now} />
  if (fault) {
    return (
      <Notice tone="failed" isAnnounced>
        <p className="font-semibold">The books are not in order. Tell the operator of the bank.</p>
        <p>{time}</p>
        <p className="wrap-anywhere">Violated: {fault.invariant}.</p>
        <p className="wrap-anywhere">First wrong row: {fault.row}.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="success" isAnnounced>
      <p className="font-semibold">The books are in order</p>
      <p>
        {time}: {countText(transactionCount, 'transaction', 'transactions')} and{' '}
        {countText(entryCount, 'entry', 'entries')} checked
      </p>
    </Notice>
  )
}
