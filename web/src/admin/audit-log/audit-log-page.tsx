import { actionText } from '@bank/contract/audit/action-text'
import type { AuditEventView } from '@bank/contract/audit/view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../api/problem.ts'
import { publicConfig } from '../../public-config.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DateText, formatDateTime } from '../../ui/date-text.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { toast } from '../../ui/toast.ts'
import { RecordList } from '../record-list.tsx'
import { AuditEventDetails, factInWords, nobody } from './audit-event-details.tsx'
import { auditFilterReasons, auditLogQuery, downloadAuditLog } from './audit-log.ts'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { type AuditLogUrlState, useAuditLogUrlState } from './audit-log-url-state.ts'

/** `/admin/audit-log`: who did what to whom, before and after. Nothing here can be changed. */
export function AuditLogPage() {
  const urlState = useAuditLogUrlState()
  const reasons = auditFilterReasons(urlState.filter)
  // A filter that cannot be meant finds nothing, and the bank is not asked: what is wrong is said at its field from the first.
  const isMeant = Object.keys(reasons).length === 0
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...auditLogQuery(urlState.filter, urlState.cursor),
    enabled: isMeant,
  })
  return (
    <div className="grid gap-4">
      <PageHeading>Audit Log</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted-foreground">
          Who did what to whom, newest first. It is read-only: nobody can change or remove what stands here.
        </p>
        <DownloadButton urlState={urlState} />
      </div>
      <AuditLogFilters urlState={urlState} actions={data?.actions ?? []} reasons={reasons} />
      {isMeant && error && !data ? (
        <LoadFailure
          title="The audit log could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
      ) : (
        <RecordList
          caption="Audit log"
          urlState={urlState}
          page={{
            rows: isMeant ? data?.events.map(rowOf) : [],
            nextCursor: isMeant ? data?.nextCursor : null,
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

/** An event is named by its number. */
function rowOf(event: AuditEventView) {
  return { ...event, id: String(event.seq) }
}

const columns: readonly Column<AuditEventView>[] = [
  { header: 'When', cell: ({ happenedAt }) => <DateText moment={happenedAt} time />, phone: 'detail' },
  {
    header: 'Who',
    cell: ({ actor }) => <bdi className="line-clamp-1 w-fit break-all">{actor?.name ?? nobody}</bdi>,
    phone: 'unseen',
  },
  {
    header: 'What',
    cell: ({ action }) => <span className="as-table:whitespace-nowrap">{actionText(action)}</span>,
    phone: 'title',
  },
  {
    header: 'To whom',
    cell: ({ subject }) => (
      <bdi className="line-clamp-1 w-fit break-all">{subject?.name ?? subject?.id ?? ''}</bdi>
    ),
    phone: 'figure',
  },
  { header: 'Before and after', cell: changeOf, phone: 'aside', isSpare: true },
]

/** The arrow keeps to what was before (U+00A0), so that a narrow column breaks the line behind it and nowhere else. */
function changeOf({ before, after, details }: AuditEventView): string {
  // A change of several details names them here; their values stand in the entry.
  if (before === null && after === null) return typeof details.fields === 'string' ? details.fields : ''
  return `${factInWords(before)}\u00a0→ ${factInWords(after)}`
}

function nameOfRow({ action, subject, happenedAt }: AuditEventView): string {
  const whom = subject?.name ? `, ${subject.name}` : ''
  return `Details, ${actionText(action)}${whom}, ${formatDateTime(happenedAt, true, publicConfig.timeZone)}`
}
