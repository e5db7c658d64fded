import type { OverviewView } from '@bank/contract/admin/overview/view'
import { endpoints } from '@bank/contract/endpoints'
import { pages } from '@bank/contract/pages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { bankNow } from '../../api/bank-clock.ts'
import { call } from '../../api/call.ts'
import { LoadFailure } from '../../api/load-failure.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PositionCards } from '../position/position-cards.tsx'
import { useMay } from '../use-may.ts'
import { Activations } from './activations.tsx'
import { Approvals } from './approvals.tsx'
import { BooksCheck } from './books-check.tsx'
import { Jobs } from './jobs.tsx'
import { MailBacklog } from './mail-backlog.tsx'
import { OperatorNotices } from './operator-notices.tsx'
import { OverviewCard } from './overview-card.tsx'
import { PendingTransactions } from './pending-transactions.tsx'
import { StaffAlerts } from './staff-alerts.tsx'
import { SupportMessages } from './support-messages.tsx'

// Mail, messages and the check of the books are not among the live updates.
const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: async ({ signal }) => {
    const overview = await call(endpoints.readOverview, { signal })
    return { overview, now: bankNow() }
  },
  refetchInterval: 20_000,
})

/** `/admin/overview`: the specified greeting (§2), and what waits for the bank's staff. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery)
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.overview.title}</PageHeading>
      {!data && error ? (
        <LoadFailure title="The overview could not be loaded" error={error} onRetry={() => refetch()} />
      ) : (
        <div className="grid gap-4 xl:grid-cols-3">
          {data ? <Parts overview={data.overview} now={data.now} /> : <Placeholders />}
        </div>
      )}
    </div>
  )
}

function Parts({ overview, now }: { overview: OverviewView; now: number }) {
  const may = useMay()
  const { approvals, supportMessages, mail, booksCheck } = overview
  return (
    <>
      <OperatorNotices overview={overview} now={now} />
      <StaffAlerts alerts={overview.alerts} />
      <Activations activations={overview.activations} now={now} />
      <PendingTransactions pending={overview.pendingTransactions} now={now} />
      {approvals !== undefined && <Approvals count={approvals} />}
      {supportMessages && <SupportMessages messages={supportMessages} />}
      {may('read_books') && <PositionCards />}
      {mail && <MailBacklog mail={mail} />}
      {booksCheck !== undefined && <BooksCheck check={booksCheck} now={now} />}
      <Jobs jobs={overview.jobs} arePaused={overview.areJobsPaused} now={now} />
    </>
  )
}

function Placeholders() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      {['Activations', 'Pending transactions', 'Support messages'].map((title) => (
        <OverviewCard key={title} title={title}>
          <Skeleton className="h-72 w-full" />
        </OverviewCard>
      ))}
      {['Mail', 'Check of the books', 'Background jobs'].map((title) => (
        <OverviewCard key={title} title={title}>
          <Skeleton className="h-24 w-full" />
        </OverviewCard>
      ))}
    </>
  )
}
