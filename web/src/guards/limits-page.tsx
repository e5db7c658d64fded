import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../accounts/me.ts'
import { Loaded } from '../api/loaded.tsx'
import { FreezeCard } from '../freeze/freeze-card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { GuardCard } from './guard-card.tsx'
import { guardsQuery } from './guards.ts'

/** `/limits`: the freeze of all payments, and the limits that the customer sets in each currency. */
export function LimitsPage() {
  return (
    <div className="mx-auto grid w-full max-w-form gap-section xl:max-w-measure">
      <PageHeading>{pages.limits.title}</PageHeading>
      <div className="grid items-start gap-section xl:grid-cols-[560px_1fr]">
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
  // As tall as the card, whose text breaks at every width in other lines: the limits are below it.
  const placeholder = (
    <div className="relative">
      <div aria-hidden className="invisible">
        <FreezeCard frozenAt={null} />
      </div>
      <Skeleton className="absolute inset-0 rounded-card" />
    </div>
  )
  return (
    <Loaded query={useMe()} failure="Your account could not be loaded" placeholder={placeholder}>
      {({ frozenAt }) => <FreezeCard frozenAt={frozenAt} />}
    </Loaded>
  )
}

function Guards() {
  const placeholder = (
    <>
      <LoadingText />
      <Skeleton className="h-160 rounded-card" />
    </>
  )
  return (
    <Loaded query={useQuery(guardsQuery)} failure="Your limits could not be loaded" placeholder={placeholder}>
      {(guards) =>
        guards.length > 0 ? (
          guards.map((guard) => <GuardCard key={guard.currency} guard={guard} />)
        ) : (
          <Notice tone="pending">You have no open account, so there is nothing to limit.</Notice>
        )
      }
    </Loaded>
  )
}
