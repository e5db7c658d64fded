import { groupThousands } from '@bank/contract/group-thousands'
import { Button } from './button.tsx'

/** "Showing 21–40 of 134" and buttons to the pages before and after. A pressed button keeps the focus. */
export function Pagination({
  label,
  firstRow,
  rowCount,
  total,
  atLeast = 1_000,
  onPrevious,
  onNext,
}: {
  /** The name of the navigation, such as "Transactions pages". */
  label: string
  /** The number of the first row shown, from 1. */
  firstRow: number
  rowCount: number
  /** Null when there are more rows than the bank has counted. */
  total: number | null
  /** How many rows the bank has counted. */
  atLeast?: number
  /** Absent on the first page. */
  onPrevious?: (() => void) | undefined
  /** Absent on the last page. */
  onNext?: (() => void) | undefined
}) {
  const lastRow = firstRow + rowCount - 1
  const all = groupThousands(String(total ?? Math.max(atLeast, lastRow))) + (total === null ? '+' : '')
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-table text-muted-foreground tabular">
        {rowCount === 0 ? 'Nothing to show' : `Showing ${firstRow}–${lastRow} of ${all}`}
      </p>
      <div className="flex gap-2">
        <PageButton onPress={onPrevious}>Previous</PageButton>
        <PageButton onPress={onNext}>Next</PageButton>
      </div>
    </nav>
  )
}

function PageButton({ onPress, children }: { onPress: (() => void) | undefined; children: string }) {
  return (
    <Button
      look="secondary"
      aria-disabled={onPress ? undefined : true}
      onClick={onPress}
      className="aria-disabled:text-muted-foreground aria-disabled:hover:bg-card"
    >
      {children}
    </Button>
  )
}
