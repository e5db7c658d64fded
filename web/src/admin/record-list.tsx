import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { LoadFailure } from '../api/load-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { buttonOfRow, type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ListUrlState } from '../ui/list-url-state.ts'
import { LoadingText } from '../ui/loading-text.tsx'

/**
 * A list of records for administrators, with its pages. A record opens in a window with its details, or on a page of its own. Newest first,
 * unless it is sorted otherwise.
 */
export function RecordList<Row extends { readonly id: string }>({
  caption,
  urlState,
  query: { error, isPlaceholderData, refetch },
  rows,
  nextCursor: next,
  columns,
  nameOf,
  failure = 'The list could not be loaded',
  empty,
  title,
  details,
  onOpen,
  turns: [back, on] = ['Newer', 'Older'],
}: {
  caption: string
  urlState: ListUrlState
  query: Pick<UseQueryResult, 'error' | 'isPlaceholderData' | 'refetch'>
  /** Undefined during the first loading. */
  rows: readonly Row[] | undefined
  nextCursor: string | null | undefined
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  /** The title when the list could not be loaded. */
  failure?: string
  /** The text of an empty list. */
  empty: string
  /** The buttons to the page before and to the next one. */
  turns?: readonly [string, string] | undefined
} & (
  | {
      /** The title of the details. */
      title: string
      details: (row: Row) => ReactNode
      onOpen?: never
    }
  | {
      title?: never
      details?: never
      /** Opens the page of a record. */
      onOpen: (id: string) => void
    }
)) {
  // The open record stays open when newer ones push its row to the next page.
  const opened = useRef<Row>(undefined)
  opened.current = [...(rows ?? []), opened.current].find((row) => row?.id === urlState.openId)
  const shown = opened.current
  if (!rows && error) return <LoadFailure title={failure} error={error} onRetry={() => refetch()} />
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
        {!rows && <LoadingText look="sr-only" />}
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          busy={isPlaceholderData}
          open={{ onOpen: ({ id }) => (onOpen ?? urlState.open)(id), nameOf, shown: urlState.openId }}
        />
      </Card>
      <nav aria-label={`${caption} pages`} className="flex justify-end gap-2">
        {urlState.goBack && (
          <Button look="secondary" onClick={urlState.goBack}>
            {back}
          </Button>
        )}
        {next && (
          <Button look="secondary" onClick={() => urlState.goOn(next)}>
            {on}
          </Button>
        )}
      </nav>
      {details && (
        <Dialog
          open={shown !== undefined}
          onClose={urlState.close}
          title={title}
          shape="sheet"
          returnTo={() => (urlState.openId === undefined ? null : buttonOfRow(urlState.openId))}
        >
          {shown && details(shown)}
        </Dialog>
      )}
    </>
  )
}
