import { actionText } from '@bank/contract/audit/action-text'
import type { AuditEventView } from '@bank/contract/audit/view'
import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../api/load-failure.tsx'
import { reasonOf } from '../../api/problem.ts'
import { publicConfig } from '../../public-config.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DateText, formatDateTime } from '../../ui/date-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { toast } from '../../ui/toast.ts'
import { RecordList } from '../record-list.tsx'
import { AuditEventDetails, factText, noActor } from './audit-event-details.tsx'
import { auditFilterReasons, auditLogQuery, downloadAuditLog } from './audit-log.ts'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { type AuditLogUrlState, useAuditLogUrlState } from './audit-log-url-state.ts'

/** `/admin/audit-log`: actor, action and subject of each event, with the values before and after. Read-only. */
export function AuditLogPage() {
  const urlState = useAuditLogUrlState()
  const reasons = auditFilterReasons(urlState.filter)
  // An invalid filter shows its error at once and is not requested.
  const isValid = Object.keys(reasons).length === 0
  const { data, error, refetch, isPlaceholderData } = useQuery({
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
        <DownloadButton urlState={urlState} />
      </div>
      <AuditLogFilters urlState={urlState} actions={data?.actions ?? []} reasons={reasons} />
      {isValid && error && !data ? (
        <LoadFailure title="The audit log could not be loaded" error={error} onRetry={() => refetch()} />
      ) : (
        <RecordList
          caption="Audit log"
          urlState={urlState}
          page={{
            rows: isValid ? data?.events.map(rowOf) : [],
            nextCursor: isValid ? data?.nextCursor : null,
            error: null,
            busy: isPlaceholderData,
            onRetry: () => void refetch(),
          }}
          columns={columns}
          nameOf={nameOfRow}
          empty="No entries in this period"
          title="Entry of the audit log"
          details={(event) => <AuditEventDetails event={event} />}
        />
      )}
    </div>
  )
}

function DownloadButton({ urlState: { filter } }: { urlState: AuditLogUrlState }) {
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    await downloadAuditLog(filter).catch((error: unknown) => toast.error(reasonOf(error)))
    setBusy(false)
  }
  return (
    <Button look="secondary" busy={busy} busyLabel="Preparing file…" onClick={download}>
      Download CSV
    </Button>
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
      <bdi className="line-clamp-1 w-fit max-w-72 break-all">{actor?.name ?? noActor}</bdi>
    ),
    phone: 'title',
  },
  {
    header: 'Action',
    cell: ({ action, subject }) => (
      <span className="as-table:whitespace-nowrap">
        {actionText(action)}
        {/* On a phone, the subject stands behind the action; screen readers find it in its own cell. */}
        {subject && (
          <span aria-hidden className="as-table:hidden">
            {' · '}
            <bdi>{subjectText(subject)}</bdi>
          </span>
        )}
      </span>
    ),
    phone: 'detail',
  },
  {
    header: 'Subject',
    cell: ({ subject }) => (
      <bdi className="line-clamp-1 w-fit max-w-72 break-all">{subject ? subjectText(subject) : ''}</bdi>
    ),
    phone: 'unseen',
  },
  { header: 'Before and after', cell: changeOf, phone: 'aside', isSpare: true },
  {
    header: 'When',
    cell: ({ happenedAt }) => (
      <span className="text-caption text-muted-foreground">
        <DateText moment={happenedAt} time="seconds" />
      </span>
    ),
    phone: 'figure',
  },
]

function subjectText({ name, id }: NonNullable<AuditEventView['subject']>): string {
  return name ?? id
}

/** U+00A0 before the arrow: a narrow column breaks the line behind the arrow only. */
function changeOf({ before, after, details }: AuditEventView): string {
  // A correction of several details lists their names; the entry has the values.
  if (before === null && after === null) return typeof details.fields === 'string' ? details.fields : ''
  return `${factText(before, details)}\u00a0→ ${factText(after, details)}`
}

function nameOfRow({ actor, action, subject, happenedAt }: AuditEventView): string {
  const subjectName = subject?.name ? `, ${subject.name}` : ''
  const when = formatDateTime(happenedAt, 'exactDetails', publicConfig.timeZone)
  return `Details, ${actionText(action)} by ${actor?.name ?? noActor}${subjectName}, ${when}`
}
