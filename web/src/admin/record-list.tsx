import { type ReactNode, useRef } from 'react'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { buttonOfRow, type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import type { RecordListUrlState } from './record-list-url-state.ts'

/** A list for administrators, newest first: its rows, the way to older ones, and more of the row that is open. */
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
    /** Undefined while they are first loaded. */
    readonly rows: readonly Row[] | undefined
    readonly nextCursor: string | null | undefined
    readonly error: unknown
    /** Other rows are on their way. */
    readonly busy: boolean
    readonly onRetry: () => void
  }
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  /** What the list says when there is nothing in it. */
  empty: string
  /** Above the details of one row. */
  title: string
  details: (row: Row) => ReactNode
}) {
  const { rows, nextCursor: next } = page
  // What is read stays open, also when newer ones push its row to the next page.
  const read = useRef<Row>(undefined)
  read.current = [...(rows ?? []), read.current].find((row) => row?.id === urlState.openId)
  const shown = read.current
  if (!rows && page.error) {
    return (
      <LoadFailure
        title="The list could not be loaded"
        reason={reasonOf(page.error)}
        onRetry={page.onRetry}
      />
    )
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

/** A fact of the open row, with its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-caption text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
