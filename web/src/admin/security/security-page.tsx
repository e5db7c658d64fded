import type { SecurityEventView } from '@bank/contract/audit/view'
import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fieldReasons } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Input } from '../../ui/input.tsx'
import { namedParams, useListUrlState } from '../../ui/list-url-state.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Select } from '../../ui/select.tsx'
import { FilterRow } from '../filter-row.tsx'
import { RecordList } from '../record-list.tsx'
import { useFilterForm } from '../use-filter-form.ts'

const filterNames = ['kind', 'user'] as const
type Filter = Partial<Record<(typeof filterNames)[number], string>>

/** `/admin/security`: what the bank refused for security reasons in the last 90 days, newest first. */
export function SecurityPage() {
  const urlState = useListUrlState('event')
  const filter: Filter = namedParams(urlState.params, filterNames)
  const list = useQuery({
    ...queryOf(['admin', 'security-events'], endpoints.listSecurityEvents, {
      query: { ...filter, cursor: urlState.cursor },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  })
  const reasons = Object.fromEntries(fieldReasons(list.error).map(({ field, reason }) => [field, reason]))
  const choose = ({ kind, user }: Filter) => urlState.go({ kind, user, cursor: null, event: null })
  const { form, field } = useFilterForm('security', filterNames, { filter, choose }, reasons)
  const isValid = Object.keys(reasons).length === 0
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.security.title}</PageHeading>
      <p className="max-w-prose text-muted-foreground">
        Wrong secrets, denied access and floods of the last 90 days, newest first. Of one kind and network at
        most ten in a minute are listed; the others are counted.
      </p>
      <FilterRow
        label="Security events"
        submit="Show events"
        filter={filter}
        form={form}
        onClear={() => choose({})}
      >
        <Select
          {...field('kind')}
          label="Kind"
          placeholder="All"
          options={(list.data?.kinds ?? []).map(({ kind, text }) => ({ value: kind, label: text }))}
        />
        <Input {...field('user')} label="User" placeholder="Email or ID" autoComplete="off" />
      </FilterRow>
      <RecordList
        caption="Security events"
        urlState={urlState}
        query={list}
        rows={isValid ? list.data?.events : []}
        nextCursor={isValid ? list.data?.nextCursor : null}
        columns={columns}
        nameOf={(event) => `Details, ${whatOf(event)}, ${event.user?.name ?? event.network}`}
        failure="The security events could not be loaded"
        empty="No security events"
        title="Security event"
        details={(event) => <EventDetails event={event} />}
      />
    </div>
  )
}

const columns: readonly Column<SecurityEventView>[] = [
  {
    header: 'What',
    phone: 'title',
    cell: (event) => <span className="line-clamp-1">{whatOf(event)}</span>,
  },
  {
    header: 'User',
    phone: 'detail',
    cell: ({ user }) => (
      <bdi className="line-clamp-2 w-fit max-w-72 wrap-anywhere">{user?.name ?? 'Not known'}</bdi>
    ),
    phoneCell: ({ user, happenedAt }) => (
      <>
        <bdi className="wrap-anywhere">{user?.name ?? 'Not known'}</bdi>
        {' · '}
        <DateText moment={happenedAt} time="seconds" />
      </>
    ),
  },
  { header: 'Network', importance: 2, phone: 'aside', cell: ({ network }) => network },
  {
    header: 'When',
    cell: ({ happenedAt }) => (
      <span className="text-caption text-muted-foreground">
        <DateText moment={happenedAt} time="seconds" />
      </span>
    ),
  },
]

function EventDetails({ event }: { event: SecurityEventView }) {
  const { text, kind, user, network, route, traceId, leftOut, happenedAt } = event
  return (
    <dl className="grid gap-4">
      <Fact name="What">
        {text} <span className="text-caption text-muted-foreground">({kind})</span>
      </Fact>
      {leftOut > 0 && <Fact name="More in this minute">{leftOut}</Fact>}
      <Fact name="User">
        {user ? (
          <span className="grid">
            <Link to={linkTo('user', { id: user.id })} className="link-alone">
              <bdi>{user.name}</bdi>
            </Link>
            <bdi>{user.email}</bdi>
          </span>
        ) : (
          'Not known'
        )}
      </Fact>
      <Fact name="Network">{network}</Fact>
      {route && <Fact name="Request">{route}</Fact>}
      <Fact name="When">
        <DateText moment={happenedAt} time="seconds" />
      </Fact>
      {traceId && <Fact name="Reference in the log">{traceId}</Fact>}
    </dl>
  )
}

function whatOf({ text, leftOut }: SecurityEventView): string {
  return leftOut > 0 ? `${text}, ${leftOut} more in this minute` : text
}
