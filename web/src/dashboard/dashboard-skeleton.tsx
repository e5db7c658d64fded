import { clsx } from 'clsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { balanceCard, summaryCell, summaryGrid, wideCell } from './account-summary.tsx'

/** The boxes of the dashboard while it is loading. */
export function DashboardSkeleton() {
  return (
    <div aria-hidden className="grid gap-section">
      <div className={summaryGrid}>
        <div className={balanceCard} />
        {['number', 'type', 'currency'].map((cell) => (
          <div key={cell} className={clsx(summaryCell, cell === 'number' && wideCell)}>
            <Skeleton className="h-4 w-24" />
            <div className="flex min-h-target items-center">
              <Skeleton className="h-5 w-full max-w-36" />
            </div>
          </div>
        ))}
      </div>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-72" />
      <div className="grid items-start gap-section 2xl:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  )
}
