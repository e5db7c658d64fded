import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { dayText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import type { GuardView } from '@bank/contract/guards/view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { lowerOf, Usage } from '../../guards/guard-usage.tsx'
import { useSignedIn } from '../../sessions/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CustomerLimitsHistory } from '../limits/customer-limits-history.tsx'
import { useMay } from '../use-may.ts'

/** The pots of the account that the page is about, and the user's limits with how much of them is used. */
export function HoldingsCard({ user: { id, account } }: { user: UserDetailsView }) {
  const params = { id }
  const pots = useQuery(
    queryOf(['admin', 'pots'], endpoints.listPotsOfUser, { params, query: { account: account.number } }),
  )
  const guards = useQuery(queryOf(['admin', 'guards'], endpoints.listGuardsOfUser, { params }))
  const error = (!pots.data && pots.error) || (!guards.data && guards.error)
  if (error) {
    const again = () => Promise.all([pots.refetch(), guards.refetch()])
    return <LoadFailure title="Pots and limits could not be loaded" error={error} onRetry={again} />
  }
  return (
    <Card className="grid gap-4">
      <h2 className="text-h2">Pots and limits</h2>
      {pots.data ? <Pots pots={pots.data.pots} /> : <Skeleton className="h-lh w-full" />}
      <ul className="grid gap-4 md:grid-cols-2">
        {guards.data?.guards.map((guard) => (
          <Limits key={guard.currency} userId={id} guard={guard} />
        ))}
      </ul>
      <CustomerLimitsHistory userId={id} />
    </Card>
  )
}

const CustomerLimitsDialog = lazyDialog(
  async () => (await import('../limits/customer-limits-dialog.tsx')).CustomerLimitsDialog,
)

type Pot = {
  id: string
  name: string
  balance: string
  currency: GuardView['currency']
  lockedUntil: string | null
}

function Pots({ pots }: { pots: readonly Pot[] }) {
  if (pots.length === 0) return <p className="text-table text-muted-foreground">This account has no pots.</p>
  return (
    <dl className="grid gap-2 text-table">
      {pots.map(({ id, name, balance, currency, lockedUntil }) => (
        <div key={id} className="flex flex-wrap justify-between gap-x-3 border-b pb-2">
          <dt className="wrap-anywhere">
            <bdi>{name}</bdi>
            {lockedUntil && (
              <span className="text-muted-foreground">, locked until {dayText(lockedUntil, 'short')}</span>
            )}
          </dt>
          <dd className="ms-auto">
            <Amount value={balance} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Limits({ userId, guard }: { userId: string; guard: GuardView }) {
  const { currency, limits, bank, next, sent, newBeneficiaries, recovery } = guard
  const isOwn = useSignedIn().user.id === userId
  const maySet = useMay()('fund') && !isOwn
  const [isSetting, setSetting] = useState(false)
  const used = [
    { what: 'sent today', own: limits.day, other: bank.day, value: sent?.day },
    { what: 'sent this month', own: limits.month, other: bank.month, value: sent?.month },
    {
      what: 'sent to new payees',
      own: newBeneficiaries?.limit ?? null,
      other: null,
      value: newBeneficiaries?.sent,
    },
    {
      what: 'sent since a recovered PIN or a reset',
      own: recovery?.limit ?? null,
      other: null,
      value: recovery?.sent,
    },
  ].flatMap(({ what, own, other, value }) => {
    const limit = lowerOf(own, other)
    return limit === null || value === undefined ? [] : [{ what, limit, value }]
  })
  return (
    <li className="grid content-start gap-2">
      <h3 className="text-label">{currency}</h3>
      {limits.payment && (
        <p className="text-caption text-muted-foreground">
          Up to <Amount value={limits.payment} currency={currency} /> for each payment
        </p>
      )}
      {used.map(({ what, limit, value }) => (
        <Usage key={what} sent={value} limit={limit} what={what} currency={currency} />
      ))}
      {used.length === 0 && !limits.payment && (
        <p className="text-caption text-muted-foreground">No limits</p>
      )}
      {recovery && (
        <p className="text-caption text-muted-foreground">
          Limited until <DateText moment={recovery.until} time />
        </p>
      )}
      {next && (
        <p className="text-caption text-muted-foreground">
          Other limits from <DateText moment={next.from} time />
        </p>
      )}
      {maySet && (
        <Button look="quiet" className="-ms-4 justify-self-start" onClick={() => setSetting(true)}>
          Set limits in {currency}
        </Button>
      )}
      <CustomerLimitsDialog
        userId={userId}
        guard={guard}
        open={isSetting}
        onClose={() => setSetting(false)}
      />
    </li>
  )
}
