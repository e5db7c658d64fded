import type { DailyBalancesView } from '@bank/contract/statements/view'
import { Amount } from '../ui/amount.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { flowName } from './flow-name.ts'

/** The points of the balance chart as a table. */
export function BalanceTable({ balances, currency }: Pick<DailyBalancesView, 'balances' | 'currency'>) {
  return (
    <details>
      <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
        View as table
      </summary>
      <DataTable
        caption="Balance at the end of the day"
        rows={balances}
        rowKey={({ day }) => day}
        columns={[
          { header: 'Day', phone: 'title', cell: ({ day }) => flowName(day, 'long') },
          {
            header: 'Balance',
            phone: 'figure',
            atEnd: true,
            cell: ({ balance }) => <Amount value={balance} currency={currency} />,
          },
        ]}
      />
    </details>
  )
}
