import type { DailyBalancesView } from '@bank/contract/statements/view'
import { Amount } from '../ui/amount.tsx'
import { ChartTable } from './chart-table.tsx'
import { flowName } from './flow-name.ts'

/** The points of the balance chart as a table. */
export function BalanceTable({ balances, currency }: Pick<DailyBalancesView, 'balances' | 'currency'>) {
  return (
    <ChartTable
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
  )
}
