import type { FlowsView } from '@bank/contract/flows-view'
import { Amount } from '../ui/amount.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { flowName } from './flow-name.ts'

/** The figures of the chart, for whoever would rather read them. */
export function FlowTable({ flows, currency, step }: FlowsView & { step: 'Month' | 'Day' }) {
  return (
    <details>
      <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
        View as table
      </summary>
      <DataTable
        caption={`Money in and out by ${step.toLowerCase()}`}
        rows={flows}
        rowKey={({ during }) => during}
        columns={[
          { header: step, phone: 'title', cell: ({ during }) => flowName(during, 'long') },
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
