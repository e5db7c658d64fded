import type { FlowsView } from '@bank/contract/transactions/view'
import { Amount } from '../ui/amount.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { flowName } from './flow-name.ts'

/** The chart's figures as a table. */
export function FlowTable({ flows, currency, step }: FlowsView & { step: 'Month' | 'Day' }) {
  // An empty month has a row. Most of 30 days are empty: they have none.
  const rows =
    step === 'Day' ? flows.filter(({ moneyIn, moneyOut }) => /[1-9]/.test(moneyIn + moneyOut)) : flows
  return (
    <details>
      <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
        View as table
      </summary>
      <DataTable
        caption={step === 'Day' ? 'Days on which money moved' : 'Money in and out by month'}
        rows={rows}
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
