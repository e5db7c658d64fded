import type { MonthlyFlows } from '@bank/contract/monthly-flows-view'
import { Amount } from '../ui/amount.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { monthName } from './month-name.ts'

/** The figures of the chart, for whoever would rather read them. */
export function MonthTable({ months, currency }: MonthlyFlows) {
  return (
    <details>
      <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
        View as table
      </summary>
      <DataTable
        caption="Money in and out by month"
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          { header: 'Month', phone: 'title', cell: ({ month }) => monthName(month, 'long') },
          {
            header: 'Money in',
            phone: 'figure',
            atEnd: true,
            cell: ({ moneyIn }) => <Amount value={moneyIn} currency={currency} type="credit" />,
          },
          {
            header: 'Money out',
            phone: 'aside',
            atEnd: true,
            cell: ({ moneyOut }) => <Amount value={moneyOut} currency={currency} type="debit" />,
          },
        ]}
      />
    </details>
  )
}
