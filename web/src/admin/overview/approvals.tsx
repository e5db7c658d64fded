import { linkTo } from '@bank/contract/pages'
import { Amounts, countText, OverviewCard } from './overview-card.tsx'

/** How many acts of staff wait for a second person. */
export function Approvals({ count }: { count: number | null }) {
  return (
    <OverviewCard title="Approvals" link={{ to: linkTo('approvals'), label: 'Open approvals' }}>
      <Amounts>
        {count === 0
          ? 'No act waits for a second person'
          : countText(count, 'approval waits', 'approvals wait')}
      </Amounts>
    </OverviewCard>
  )
}
