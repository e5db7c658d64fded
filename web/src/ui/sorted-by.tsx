import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column } from './data-table.tsx'

type Sorting = {
  /** The orders of the rows between which the header switches. */
  orders: readonly [descending: string, ascending: string]
  /** The order of the rows, one of these or another. */
  order: string
  onSort: (order: string) => void
}

/** The header of a column as a button that sorts the rows by it. The page sorts: it may have only some of the rows. */
export function sortedBy(
  header: string,
  { orders: [descending, ascending], order, onSort }: Sorting,
): Required<Pick<Column<unknown>, 'control' | 'sorted'>> {
  const sorted = order === descending ? 'descending' : order === ascending ? 'ascending' : undefined
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  const control = (
    <button
      type="button"
      onClick={() => onSort(sorted === 'descending' ? ascending : descending)}
      className="relative -my-1 inline-flex min-h-6 items-center gap-1 rounded-chip after:absolute after:inset-x-0 after:-inset-y-2.5 as-list:hidden md:after:hidden hover:text-foreground"
    >
      {header}
      <Arrow aria-hidden size={14} className={sorted ? undefined : 'opacity-40'} />
    </button>
  )
  return { control, sorted }
}
