import { clsx } from 'clsx'
import type { MouseEvent, ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  readonly header: string
  /** The content of a cell. `position` counts the rows from 0. */
  readonly cell: (row: Row, position: number) => ReactNode
  /** What a phone shows in place of the cell, which stays for screen readers. */
  readonly phoneCell?: (row: Row) => ReactNode
  /** Aligned to the end of the column, for amounts. */
  readonly atEnd?: boolean
  /** Takes the room that the other columns leave. */
  readonly grows?: boolean
  /**
   * The place in the two-line row of a phone: `title` over `detail` at the start, `figure` over `aside` at the end, and a `lead` before all. Without a place the
   * column gives way there: it is for screen readers only.
   */
  readonly phone?: 'lead' | 'title' | 'detail' | 'figure' | 'aside'
  /**
   * The least important columns give way first when the table has little room, such as beside the sidebar: 3 below 768 px, 2 below 576 px.
   * Those of 1, as without it, stay.
   */
  readonly importance?: 1 | 2 | 3
  /** What the header has in place of its text in a table, such as a button that sorts (`sortedBy`). A phone shows no headers. */
  readonly control?: ReactNode
  /** The direction in which the rows are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined
}

/** The heading of a group of rows: on a phone, where it names the group, and in a table, where columns may say a part of that. */
export type GroupHeading = { readonly inList: string; readonly inTable: string }

type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined during the first loading: then skeleton rows are shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The heading of a row's group, such as its day. Rows of one group are next to each other. */
  groupOf?: ((row: Row) => GroupHeading) | undefined
  /** Whether the groups have their headings at every width: beside their first row, or above it where there is little room. */
  isGroupedInTable?: boolean
  /** True while other rows are loading. */
  busy?: boolean
  /**
   * Opens a row. The title's cell becomes a button named by `nameOf`; a click anywhere in the row does the same. `shown`
   * is the key of the row that is open beside the table.
   */
  open?: { onOpen: (row: Row) => void; nameOf: (row: Row) => string; shown?: string | undefined } | undefined
}

/** The button that opens a row of any table. It takes the focus when the row is closed. */
export function buttonOfRow(key: string): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(key)}"] button`)
}

/**
 * The table of every list and history. On a phone it is shown as a list of two-line rows, and stays a table for screen readers. Each
 * row that opens is one tab stop, its button (docs/decisions/0081-one-table.md).
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  groupOf,
  isGroupedInTable = false,
  busy,
  open,
}: DataTableProps<Row>) {
  return (
    // Wide tables scroll sideways inside this region. The keyboard reaches it by the buttons of the rows; without them by itself.
    // The negative margin aligns its text with the card's.
    <section
      aria-label={caption}
      tabIndex={open ? undefined : 0}
      className="@container relative -mx-2.5 overflow-x-auto"
    >
      <table
        {...as('table')}
        aria-busy={busy || undefined}
        className={clsx('block w-full text-table as-table:table', groupOf && isGroupedInTable && 'grouped')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...as('rowgroup')} className="as-list:sr-only">
          <tr {...as('row')} className="border-b">
            {columns.map((column) => (
              <th
                key={column.header}
                {...as('columnheader')}
                scope="col"
                aria-sort={column.sorted}
                className={clsx(
                  'py-2 text-caption whitespace-nowrap text-muted-foreground',
                  paddingOf(columns),
                  column.atEnd ? 'text-end' : 'text-start',
                  column.grows && 'w-full',
                  givesWay(column.importance),
                )}
              >
                {column.control}
                <span className={clsx(column.control && 'as-table:hidden')}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        {rows ? (
          groupsOf(rows, groupOf).map(({ heading, first, members }) => (
            <tbody
              key={heading?.inList ?? ''}
              {...as('rowgroup')}
              data-heading={heading?.inList}
              data-beside={isGroupedInTable ? heading?.inTable : undefined}
              className={clsx(groupClass, heading !== undefined && headingClass, busy && 'opacity-60')}
            >
              {members.map((row, at) => (
                <TableRow
                  key={rowKey(row)}
                  id={rowKey(row)}
                  row={row}
                  position={first + at}
                  columns={columns}
                  open={open}
                />
              ))}
            </tbody>
          ))
        ) : (
          <tbody {...as('rowgroup')} className={groupClass}>
            {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
              <SkeletonRow key={row} columns={columns} />
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

type Group<Row> = {
  readonly heading: GroupHeading | undefined
  /** The position of its first row. */
  readonly first: number
  readonly members: Row[]
}

/** The rows in their groups; all in one without `groupOf`. */
function groupsOf<Row>(rows: readonly Row[], groupOf: DataTableProps<Row>['groupOf']): Group<Row>[] {
  const groups: Group<Row>[] = []
  for (const [position, row] of rows.entries()) {
    const heading = groupOf?.(row)
    const last = groups.at(-1)
    if (last && last.heading?.inList === heading?.inList) last.members.push(row)
    else groups.push({ heading, first: position, members: [row] })
  }
  return groups
}

function TableRow<Row>({
  id,
  row,
  position,
  columns,
  open,
}: {
  id: string
  row: Row
  position: number
  columns: readonly Column<Row>[]
  open: DataTableProps<Row>['open']
}) {
  function click(event: MouseEvent) {
    if (!(event.target as Element).closest('button, a, input, label')) open?.onOpen(row)
  }
  return (
    <tr
      {...as('row')}
      data-row={open && id}
      onClick={open && click}
      className={clsx(
        rowClass,
        open && 'cursor-pointer',
        open && (open.shown === id ? 'bg-primary-soft' : 'hover:bg-hover'),
      )}
    >
      {columns.map((column) => (
        <td key={column.header} {...as('cell')} className={clsx(cellClass(column), paddingOf(columns))}>
          {open && column.phone === 'title' ? (
            <button
              type="button"
              aria-label={open.nameOf(row)}
              aria-current={open.shown === id || undefined}
              onClick={() => open.onOpen(row)}
              className="block w-full text-start"
            >
              <Content column={column} row={row} position={position} />
            </button>
          ) : (
            <Content column={column} row={row} position={position} />
          )}
        </td>
      ))}
    </tr>
  )
}

function Content<Row>({ column, row, position }: { column: Column<Row>; row: Row; position: number }) {
  if (!column.phoneCell) return column.cell(row, position)
  return (
    <>
      <span aria-hidden className="as-table:hidden">
        {column.phoneCell(row)}
      </span>
      <span className="as-list:sr-only">{column.cell(row, position)}</span>
    </>
  )
}

function SkeletonRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr aria-hidden className={rowClass}>
      {columns.map((column) => (
        <td key={column.header} className={clsx(cellClass(column), paddingOf(columns))}>
          <Skeleton className={clsx('h-4 w-24 max-w-24 as-table:w-full', column.atEnd && 'ms-auto')} />
        </td>
      ))}
    </tr>
  )
}

/** States the role that the element has anyway: in some browsers another `display` removes it. */
function as(role: string) {
  return { role }
}

const groupClass = 'block border-b px-2.5 tabular last:border-b-0 as-table:table-row-group'

// The heading is no row, which would be counted as one. The rows reach the edges of the list again.
const headingClass = 'pt-3 text-caption text-muted-foreground as-list:before:content-[attr(data-heading)]'

// Two lines of text fill the height of a row in a table.
const rowClass =
  'relative -mx-2.5 flex text-table text-foreground min-h-14 flex-wrap content-center gap-x-3 border-b px-2.5 py-2 last:border-b-0 as-list:before:order-2 as-list:before:w-full as-list:has-data-lead:ps-14 as-table:table-row as-table:h-target as-table:leading-tight'

/** Only many columns need to stand closer in a narrow window. */
function paddingOf({ length }: readonly unknown[]): string {
  return length > 4 ? 'as-table:px-cell' : 'as-table:px-2.5'
}

/** The look of a column that gives way to more important ones. A list has its own places. */
function givesWay(importance: Column<unknown>['importance'] = 1): string | undefined {
  return [undefined, 'as-table:in-short:sr-only', 'as-table:in-medium:sr-only'][importance - 1]
}

const phoneCells: Record<NonNullable<Column<unknown>['phone']>, string> = {
  lead: 'as-list:self-center',
  title: 'as-list:flex-1 as-list:basis-2/5 as-list:font-semibold',
  detail:
    'as-list:order-3 as-list:flex-1 as-list:basis-3/10 as-list:text-caption as-list:text-muted-foreground',
  figure: 'as-list:order-1 as-list:ms-auto as-list:text-end as-list:font-semibold',
  aside: 'as-list:order-4 as-list:ms-auto as-list:text-end as-list:wrap-anywhere',
}

function cellClass<Row>(column: Column<Row>): string {
  return clsx(
    'min-w-0 as-table:py-px',
    column.atEnd && 'as-table:text-end',
    column.phone ? phoneCells[column.phone] : 'as-list:sr-only',
    givesWay(column.importance),
  )
}
