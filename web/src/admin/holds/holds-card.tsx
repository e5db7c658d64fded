import type { HoldView } from '@bank/contract/admin/holds/view'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { dayText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpen } from '../../accounts/accounts.ts'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { useSignedIn } from '../../sessions/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { useMay } from '../use-may.ts'

/** What staff hold on the account that the page is about, and the actions that hold more and lift it. */
export function HoldsCard({ user }: { user: UserDetailsView }) {
  const may = useMay()
  const isOwn = useSignedIn().user.id === user.id
  const mayAct = may('hold') && !isOwn && isOpen(user.account)
  const [isHolding, setHolding] = useState(false)
  const { data, error, refetch } = useQuery(
    queryOf(['admin', 'holds'], endpoints.listHolds, {
      params: { id: user.id },
      query: { account: user.account.number },
    }),
  )
  return (
    <Card className="grid gap-4">
      <div className="flex min-h-target items-center justify-between gap-3">
        <h2 className="text-h2">Holds</h2>
        {mayAct && (
          <Button look="secondary" onClick={() => setHolding(true)}>
            Hold an amount
          </Button>
        )}
      </div>
      {error && !data ? (
        <LoadFailure title="The holds could not be loaded" error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingText />
      ) : data.holds.length === 0 ? (
        <p className="text-table text-muted-foreground">Nothing is held on this account.</p>
      ) : (
        <ul className="grid gap-3">
          {data.holds.map((hold) => (
            <Hold key={hold.id} hold={hold} mayLift={mayAct} />
          ))}
        </ul>
      )}
      <HoldDialog user={user} open={isHolding} onClose={() => setHolding(false)} />
    </Card>
  )
}

const HoldDialog = lazyDialog(async () => (await import('./hold-dialog.tsx')).HoldDialog)
const LiftDialog = lazyDialog(async () => (await import('./lift-dialog.tsx')).LiftDialog)

function Hold({ hold, mayLift }: { hold: HoldView; mayLift: boolean }) {
  const { amount, currency, reason, placedBy, placedAt, liftsOn } = hold
  const [isLifting, setLifting] = useState(false)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t pt-3 text-table">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <Amount value={amount} currency={currency} className="text-label" /> <bdi>{reason}</bdi>
        </p>
        <p className="text-caption text-muted-foreground">
          Held by <bdi>{placedBy}</bdi> on <DateText moment={placedAt} long />
          {liftsOn && `, until ${dayText(liftsOn, 'long')}`}
        </p>
      </div>
      {mayLift && (
        <Button look="secondary" onClick={() => setLifting(true)}>
          Lift
        </Button>
      )}
      <LiftDialog hold={hold} open={isLifting} onClose={() => setLifting(false)} />
    </li>
  )
}
