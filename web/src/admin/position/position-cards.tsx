import { linkTo } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../api/load-failure.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OverviewCard } from '../overview/overview-card.tsx'
import { addsUp, moneyPositionQuery, type Position, positionParts } from './money-position.ts'

/** Where the bank's money is: a card for each currency. */
export function PositionCards() {
  const { data, error, refetch } = useQuery(moneyPositionQuery)
  if (!data && error) {
    return (
      <OverviewCard title="Money position">
        <LoadFailure title="The position could not be loaded" error={error} onRetry={() => refetch()} />
      </OverviewCard>
    )
  }
  if (!data) {
    return ['USD', 'EUR', 'GBP'].map((currency) => (
      <OverviewCard key={currency} title={`Money position, ${currency}`}>
        <Skeleton className="h-40 w-full" />
      </OverviewCard>
    ))
  }
  return data.positions.map((position) => <PositionCard key={position.currency} position={position} />)
}

function PositionCard({ position }: { position: Position }) {
  const { currency, total } = position
  return (
    <OverviewCard
      title={`Money position, ${currency}`}
      link={{ to: linkTo('moneyPosition'), label: 'Now and at the last check' }}
    >
      <dl className="grid gap-1 text-table">
        {positionParts.map(({ part, name }) => (
          <div key={part} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="ms-auto">
              <Amount value={position[part]} currency={currency} className="whitespace-nowrap" />
            </dd>
          </div>
        ))}
      </dl>
      {addsUp(position) ? (
        <p className="text-table">They add up to zero.</p>
      ) : (
        <Notice tone="failed" isAnnounced>
          They add up to <Amount value={total} currency={currency} />, not to zero. Tell the operator of the
          bank.
        </Notice>
      )}
    </OverviewCard>
  )
}
