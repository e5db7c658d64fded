import { type ReactNode, useRef } from 'react'
import { LoadFailure } from '../api/load-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { buttonOfRow, type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { RecordListUrlState } from './record-list-url-state.ts'

/** A list of records for administrators, newest first, with its pages and the details of the open record. */
export function RecordList<Row extends { readonly id: string }>({
  caption,
  urlState,
  page,
  columns,
  nameOf,
  empty,
  title,
  details,
}: {
  caption: string
  urlState: RecordListUrlState
  page: {
    /** Undefined during the first loading. */
    readonly rows: readonly Row[] | undefined
    readonly nextCursor: string | null | undefined
    readonly error: unknown
    /** True while other rows are loading. */
    readonly busy: boolean
    readonly onRetry: () => void
  }
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  /** The text of an empty list. */
  empty: string
  /** The title of the details. */
  title: string
  details: (row: Row) => ReactNode
}) {
  const { rows, nextCursor: next } = page
  // The open record stays open when newer ones push its row to the next page.
  const opened = useRef<Row>(undefined)
  opened.current = [...(rows ?? []), opened.current].find((row) => row?.id === urlState.openId)
  const shown = opened.current
  if (!rows && page.error) {
    return <LoadFailure title="The list could not be loaded" error={page.error} onRetry={page.onRetry} />
  }
  if (rows?.length === 0) {
    return (
      <Card>
        <EmptyState title={empty} />
      </Card>
    )
  }
  return (
    <>
      <Card>
        {!rows && (
          <p role="status" className="sr-only">
            Loading
          </p>
        )}
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          busy={page.busy}
          open={{ onOpen: ({ id }) => urlState.open(id), nameOf, shown: urlState.openId }}
        />
      </Card>
      <nav aria-label={`${caption} pages`} className="flex justify-end gap-2">
        {urlState.goBack && (
          <Button look="secondary" onClick={urlState.goBack}>
            Newer
          </Button>
        )}
        {next && (
          <Button look="secondary" onClick={() => urlState.goOn(next)}>
            Older
          </Button>
        )}
      </nav>
      <Dialog
        open={shown !== undefined}
        onClose={urlState.close}
        title={title}
        shape="sheet"
        returnTo={() => (urlState.openId === undefined ? null : buttonOfRow(urlState.openId))}
      >
        {shown && details(shown)}
      </Dialog>
    </>
  )
}

/** A name and its value in the details of a record. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-caption text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
