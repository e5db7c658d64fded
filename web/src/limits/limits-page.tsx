import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../accounts/me.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FreezeCard } from './freeze-card.tsx'
import { GuardCard } from './guard-card.tsx'
import { guardsQuery } from './guards.ts'

/** `/limits`: the freeze of all payments, and the limits that the customer sets in each currency. */
export function LimitsPage() {
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.limits.title}</PageHeading>
      <div className="grid items-start gap-section xl:grid-cols-[560px_minmax(0,22rem)]">
        <div className="max-w-form xl:col-start-2 xl:row-start-1">
          <Freeze />
        </div>
        <div className="grid max-w-form gap-section">
          <Guards />
        </div>
      </div>
    </div>
  )
}

function Freeze() {
  const { data: me, error, refetch } = useMe()
  if (me) return <FreezeCard frozenAt={me.frozenAt} />
  if (error) {
    return <LoadFailure title="Your account could not be loaded" error={error} onRetry={() => refetch()} />
  }
  return <Skeleton className="h-64 rounded-card" />
}

function Guards() {
  const { data: guards, error, refetch } = useQuery(guardsQuery)
  if (guards) return guards.map((guard) => <GuardCard key={guard.currency} guard={guard} />)
  if (error) {
    return <LoadFailure title="Your limits could not be loaded" error={error} onRetry={() => refetch()} />
  }
  return (
    <>
      <LoadingText />
      <Skeleton className="h-160 rounded-card" />
    </>
  )
}
