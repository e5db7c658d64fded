import type { ComponentProps } from 'react'
import { DataTable } from '../ui/data-table.tsx'

/** The figures of a chart as a table, folded below it. */
export function ChartTable<Row>(table: ComponentProps<typeof DataTable<Row>>) {
  return (
    <details>
      <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
        View as table
      </summary>
      <DataTable {...table} />
    </details>
  )
}
