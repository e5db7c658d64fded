import { sentenceOf } from '@bank/contract/audit/actions'
import { auditLogFilter } from '@bank/contract/audit/form'
import type { AuditEventView } from '@bank/contract/audit/view'
import { momentText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { pages } from '@bank/contract/pages'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { download } from '../../api/call.ts'
import { DownloadButton } from '../../api/download-button.tsx'
import { queryOf } from '../../api/query-of.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useReaderZone } from '../../ui/reader-zone.ts'
import { RecordList } from '../record-list.tsx'
import { AuditEventDetails, factText, noActor } from './audit-event-details.tsx'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { type AuditFilter, useAuditLogUrlState } from './audit-log-url-state.ts'

/** `/admin/audit-log`: actor, action and subject of each event, with the values before and after. Read-only. */
export function AuditLogPage() {
  const urlState = useAuditLogUrlState()
  const zone = useReaderZone()
  const reasons = auditFilterReasons(urlState.filter)
  // An invalid filter shows its error at once and is not requested.
  const isValid = Object.keys(reasons).length === 0
  const list = useQuery({
    ...auditLogQuery(urlState.filter, urlState.cursor),
    enabled: isValid,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.auditLog.title}</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted-foreground">
          Actor, action and subject of each event, newest first. Entries cannot be changed or removed.
        </p>
        <DownloadButton
          busyLabel="Preparing file…"
          toastId="audit-log-file"
          load={() => download(endpoints.downloadAuditLog, { query: urlState.filter })}
        >
          Download CSV
        </DownloadButton>
      </div>
      <AuditLogFilters urlState={urlState} actions={list.data?.actions ?? []} reasons={reasons} />
      <RecordList
        caption="Audit log"
        urlState={urlState}
        query={list}
        rows={isValid ? list.data?.events.map(rowOf) : []}
        nextCursor={isValid ? list.data?.nextCursor : null}
        columns={columns}
        nameOf={(event) => nameOfRow(event, zone)}
        failure="The audit log could not be loaded"
        empty="No entries in this period"
        title="Entry of the audit log"
        details={(event) => <AuditEventDetails event={event} />}
      />
    </div>
  )
}

/** The id of an event is its number in the log. */
function rowOf(event: AuditEventView) {
  return { ...event, id: String(event.seq) }
}

const columns: readonly Column<AuditEventView>[] = [
  {
    header: 'Actor',
    cell: ({ actor }) => (
      <bdi className="line-clamp-2 w-fit max-w-72 wrap-anywhere">{actor?.name ?? noActor}</bdi>
    ),
    phoneCell: ({ actor, happenedAt }) => (
      <>
        <bdi className="wrap-anywhere">{actor?.name ?? noActor}</bdi>
        {' · '}
        <DateText moment={happenedAt} time="seconds" />
      </>
    ),
    phone: 'detail',
  },
  {
    header: 'Action',
    cell: ({ action }) => sentenceOf(action),
    // Screen readers find the subject in its own cell.
    phoneCell: ({ action, subject }) => (
      <>
        {sentenceOf(action)}
        {subject && (
          <>
            {' · '}
            <bdi className="wrap-anywhere">{subjectText(subject)}</bdi>
          </>
        )}
      </>
    ),
    phone: 'title',
  },
  {
    header: 'Subject',
    cell: ({ subject }) => (
      <bdi className="line-clamp-2 w-fit max-w-72 wrap-anywhere">{subject ? subjectText(subject) : ''}</bdi>
    ),
  },
  { header: 'Before and after', cell: changeOf, phone: 'aside', importance: 2 },
  {
    header: 'When',
    cell: ({ happenedAt }) => (
      <span className="text-caption text-muted-foreground">
        <DateText moment={happenedAt} time="seconds" />
      </span>
    ),
  },
]

function subjectText({ name, id }: NonNullable<AuditEventView['subject']>): string {
  return name ?? id
}

/** U+00A0 before the arrow: a narrow column breaks the line behind the arrow only. */
function changeOf({ before, after, details, transaction }: AuditEventView): string {
  // A correction of several details lists their names; the entry has the values.
  if (before === null && after === null) return typeof details.fields === 'string' ? details.fields : ''
  const change = `${factText(before, details)}\u00a0→ ${factText(after, details)}`
  return transaction ? `${change}, ${transactionText(transaction)}` : change
}

/** Such as "$12.00 to Erik Holm". */
function transactionText({ amount, currency, payee }: NonNullable<AuditEventView['transaction']>): string {
  const money = formatMoney(amount, currency)
  return payee === null ? money : `${money} to ${payee}`
}

function nameOfRow({ actor, action, subject, happenedAt }: AuditEventView, zone: string): string {
  const subjectName = subject?.name ? `, ${subject.name}` : ''
  const when = momentText(new Date(happenedAt), zone, 'short', true)
  return `Details, ${actor?.name ?? noActor}: ${sentenceOf(action)}${subjectName}, ${when}`
}

/** The errors about filters, by name. The URL may hold anything; an invalid filter is found without a request. */
function auditFilterReasons(filter: AuditFilter): Partial<Record<string, string>> {
  const { error } = auditLogFilter.safeParse(filter)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

/** A page of the audit log, newest first. */
function auditLogQuery(filter: AuditFilter, cursor: string | undefined) {
  return queryOptions({
    ...queryOf(['admin', 'audit-log'], endpoints.listAuditEvents, { query: { ...filter, cursor } }),
    placeholderData: keepPreviousData,
  })
}
