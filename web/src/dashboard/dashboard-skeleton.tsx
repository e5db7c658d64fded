import { Skeleton } from '../ui/skeleton.tsx'
import { balanceCard } from './account-summary.tsx'

/** The boxes of the dashboard while it is loading. */
export function DashboardSkeleton() {
  return (
    <div aria-hidden className="grid gap-section">
      <div className="grid gap-4">
        <div className={`${balanceCard} h-52`} />
        <Skeleton className="h-16 rounded-card" />
      </div>
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
      <div className="grid items-start gap-section 2xl:grid-cols-2">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  )
}
