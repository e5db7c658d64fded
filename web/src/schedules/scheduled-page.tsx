import { pages } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import type { ScheduleView, UpcomingView } from '@bank/contract/schedules/view'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { isOpen } from '../accounts/accounts.ts'
import { ClosedAccount } from '../accounts/closed-account.tsx'
import { useMe } from '../accounts/me.ts'
import { useAccountQuery, useLinkTo } from '../api/chosen-account.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { FrozenNotice } from '../freeze/frozen-notice.tsx'
import { publicConfig } from '../public-config.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAmountsMark } from '../ui/hidden-amounts.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useListUrlState } from '../ui/list-url-state.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { schedulesQuery, upcomingQuery } from './schedules.ts'
import { ShortfallNotice, Upcoming } from './upcoming.tsx'

/** `/scheduled`: the payments from an account that are made later, once or repeatedly. */
export function ScheduledPage() {
  const me = useMe()
  const schedules = useAccountQuery(schedulesQuery)
  const upcoming = useAccountQuery(upcomingQuery)
  const failed = [me, schedules, upcoming].find(({ data, error }) => !data && error)
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.scheduled.title}</PageHeading>
      <AccountPicker />
      {me.data && schedules.data && upcoming.data ? (
        <Schedules me={me.data} schedules={schedules.data} upcoming={upcoming.data} />
      ) : failed ? (
        <LoadFailure
          title="Your scheduled payments could not be loaded"
          error={failed.error}
          onRetry={() => Promise.all([me.refetch(), schedules.refetch(), upcoming.refetch()])}
        />
      ) : (
        <>
          <LoadingText />
          <Skeleton className="h-10 w-64" />
          <Skeleton className="h-40 w-full rounded-card" />
        </>
      )}
    </div>
  )
}

function Schedules({
  me: { account, frozenAt },
  schedules,
  upcoming,
}: {
  me: MeView
  schedules: readonly ScheduleView[]
  upcoming: UpcomingView
}) {
  const linkTo = useLinkTo()
  const mark = useAmountsMark()
  const open = schedules.filter(({ state }) => state !== 'ended')
  const ended = schedules.filter(({ state }) => state === 'ended')
  const canSend = isOpen(account) && account.isActive && !frozenAt
  const { openId, openOver, leave } = useListUrlState()
  const actions = canSend && (
    <div className="flex flex-wrap justify-center gap-2">
      <ButtonLink to={linkTo('transfer')} look={open.length > 0 ? 'secondary' : 'primary'}>
        Schedule a payment
      </ButtonLink>
      <Button look="secondary" onClick={() => openOver('own')}>
        Move money regularly
      </Button>
    </div>
  )
  return (
    <>
      {canSend && <OwnScheduleDialog account={account} open={openId === 'own'} onClose={leave} />}
      {!isOpen(account) && <ClosedAccount account={account} />}
      {frozenAt && <FrozenNotice since={frozenAt} />}
      {isOpen(account) && (
        <p className="max-w-prose">
          Payments that we make for you later, once or repeatedly. We try at 6 AM, noon and 6 PM of the bank’s
          day; if the money isn’t there by then,{' '}
          {publicConfig.mail ? 'we tell you by email' : 'the payment is not made'}. To add one, fill in a
          transfer and choose “Pay later or repeatedly”. Money to your other accounts and pots needs no PIN.
        </p>
      )}
      <ShortfallNotice upcoming={upcoming} />
      {open.length === 0 ? (
        isOpen(account) && (
          <Card>
            <EmptyState title="You have no scheduled payments">{actions}</EmptyState>
          </Card>
        )
      ) : (
        <>
          {actions && <div className="flex">{actions}</div>}
          <ul aria-label="Your scheduled payments" {...mark} className="grid gap-4 lg:grid-cols-2">
            {open.map((schedule) => (
              <ScheduleCard key={schedule.id} schedule={schedule} account={account} canSend={canSend} />
            ))}
          </ul>
        </>
      )}
      <Upcoming upcoming={upcoming} />
      {ended.length > 0 && (
        <section aria-labelledby="ended" className="grid gap-4">
          <h2 id="ended" className="text-h2">
            Ended
          </h2>
          <ul {...mark} aria-labelledby="ended" className="grid gap-4 lg:grid-cols-2">
            {ended.map((schedule) => (
              <ScheduleCard key={schedule.id} schedule={schedule} account={account} canSend={false} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const OwnScheduleDialog = lazyDialog(
  async () => (await import('./own-schedule-dialog.tsx')).OwnScheduleDialog,
)
