import { groupThousands } from '@bank/contract/group-thousands'
import { Button } from './button.tsx'

/** "Showing 21–40 of 134" and buttons to the pages before and after. A pressed button keeps the focus. */
export function Pagination({
  label,
  firstRow,
  rowCount,
  total,
  totalMax = '1,000',
  onPrevious,
  onNext,
}: {
  /** The name of the navigation, such as "Transactions pages". */
  label: string
  /** The number of the first row shown, from 1. */
  firstRow: number
  rowCount: number
  /** Null when there are more rows than the bank counts. */
  total: number | null
  /** How many rows the bank counts. */
  totalMax?: string
  /** Absent on the first page. */
  onPrevious?: (() => void) | undefined
  /** Absent on the last page. */
  onNext?: (() => void) | undefined
}) {
  const all = total === null ? `${totalMax}+` : groupThousands(String(total))
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-table text-muted-foreground tabular">
        {rowCount === 0 ? 'Nothing to show' : `Showing ${firstRow}–${firstRow + rowCount - 1} of ${all}`}
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
