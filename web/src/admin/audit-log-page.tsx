import { type AuditEventView, actionInWords } from '@bank/contract/audit-log'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { settings } from '../settings.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { buttonOfRow, type Column, DataTable } from '../ui/data-table.tsx'
import { DateText, formatMoment } from '../ui/date-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { AuditEventDetails, factInWords, nobody } from './audit-event-details.tsx'
import { auditLogQuery, downloadAuditLog } from './audit-log.ts'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { type AuditLogPlace, useAuditLogPlace } from './audit-log-place.ts'

/** `/admin/audit-log`: who did what to whom, before and after. Nothing here can be changed. */
export function AuditLogPage() {
  const place = useAuditLogPlace()
  const { data, error, refetch, isPlaceholderData } = useQuery(auditLogQuery(place.filter, place.cursor))
  const wrong = Object.fromEntries(fieldReasons(error).map(({ field, reason }) => [field, reason]))
  return (
    <div className="grid gap-4">
      <PageHeading>Audit Log</PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted-foreground">
          Who did what to whom, newest first. It is read-only: nobody can change or remove what stands here.
        </p>
        <DownloadButton place={place} />
      </div>
      <AuditLogFilters place={place} actions={data?.actions ?? []} reasons={wrong} />
      {error && !data && Object.keys(wrong).length === 0 ? (
        <LoadFailure
          title="The audit log could not be loaded"
          reason={reasonOf(error)}
          onRetry={() => refetch()}
        />
      ) : (
        <Events
          place={place}
          page={error ? { events: [], nextCursor: null } : data}
          busy={isPlaceholderData}
        />
      )}
    </div>
  )
}

type Page = { readonly events: readonly AuditEventView[]; readonly nextCursor: string | null }

function Events({ place, page, busy }: { place: AuditLogPlace; page: Page | undefined; busy: boolean }) {
  const shown = page?.events.find(({ seq }) => String(seq) === place.openSeq)
  const next = page?.nextCursor
  if (page?.events.length === 0) {
    return (
      <Card>
        <EmptyState title="No entries in this period" />
      </Card>
    )
  }
  return (
    <>
      <Card>
        {!page && (
          <p role="status" className="sr-only">
            Loading
          </p>
        )}
        <DataTable
          caption="Audit log"
          columns={columns}
          rows={page?.events}
          rowKey={({ seq }) => String(seq)}
          busy={busy}
          open={{ onOpen: ({ seq }) => place.open(seq), nameOf: nameOfRow, shown: place.openSeq }}
        />
      </Card>
      <nav aria-label="Audit log pages" className="flex justify-end gap-2">
        {place.goBack && (
          <Button look="secondary" onClick={place.goBack}>
            Newer
          </Button>
        )}
        {next && (
          <Button look="secondary" onClick={() => place.goOn(next)}>
            Older
          </Button>
        )}
      </nav>
      <Dialog
        open={shown !== undefined}
        onClose={place.close}
        title="Entry of the audit log"
        shape="sheet"
        returnTo={() => (place.openSeq === undefined ? null : buttonOfRow(place.openSeq))}
      >
        {shown && <AuditEventDetails event={shown} />}
      </Dialog>
    </>
  )
}

function DownloadButton({ place: { filter } }: { place: AuditLogPlace }) {
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

const columns: readonly Column<AuditEventView>[] = [
  { header: 'When', cell: ({ happenedAt }) => <DateText moment={happenedAt} time />, phone: 'detail' },
  { header: 'Who', cell: ({ actor }) => <bdi>{actor?.name ?? nobody}</bdi>, phone: 'unseen' },
  { header: 'What', cell: ({ action }) => actionInWords(action), phone: 'title' },
  {
    header: 'To whom',
    cell: ({ subject }) => <bdi>{subject?.name ?? subject?.id ?? ''}</bdi>,
    phone: 'figure',
  },
  { header: 'Before and after', cell: changeOf, phone: 'aside' },
]

function changeOf({ before, after }: AuditEventView): string {
  return before === null && after === null ? '' : `${factInWords(before)} → ${factInWords(after)}`
}

function nameOfRow({ action, subject, happenedAt }: AuditEventView): string {
  const whom = subject?.name ? `, ${subject.name}` : ''
  return `Details, ${actionInWords(action)}${whom}, ${formatMoment(happenedAt, true, settings.timeZone)}`
}
