import { customerTexts } from '@bank/contract/toast-texts/customers'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { balanceCard } from './account-summary.tsx'

/** The dashboard while it is loading (specification §4): its boxes, and the sentence where the balance will be, so that nothing moves. */
export function DashboardSkeleton() {
  return (
    <div className="relative">
      <Boxes />
      <div className="absolute inset-0 p-card">
        <LoadingText look="text-hero-muted">{customerTexts.account.preparing}</LoadingText>
      </div>
    </div>
  )
}

function Boxes() {
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
