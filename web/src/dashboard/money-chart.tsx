import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { FlowsView } from '@bank/contract/transactions/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { call } from '../api/call.ts'
import { Amount } from '../ui/amount.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { ChartCard, NoChart } from './chart-card.tsx'
import { ChartTable } from './chart-table.tsx'
import { flowName } from './flow-name.ts'
import { MoneyBars } from './money-bars.tsx'

const periods = [
  { name: '30 days', step: 'Day', count: 30 },
  { name: '6 months', step: 'Month', count: 6 },
  { name: '12 months', step: 'Month', count: 12 },
] as const
type Period = (typeof periods)[number]

/** The money in and out of the last days or months: as a chart, a sentence and a table. `hasOwnPlaces`: there are pots with money or other accounts to move money to. */
export function MoneyChart({ hasOwnPlaces }: { hasOwnPlaces: boolean }) {
  return (
    <ChartCard<Period, FlowsView>
      title="Money in and out"
      periods={periods}
      first={periods[1]}
      note={hasOwnPlaces && 'Money that you move between your own accounts and pots is not counted.'}
      failure="Money in and out could not be loaded"
      read={({ step, count }, account, signal) =>
        step === 'Day'
          ? call(endpoints.listDailyFlows, { query: { account, days: count }, signal })
          : call(endpoints.listMonthlyFlows, { query: { account, months: count }, signal })
      }
    >
      {(view, period) => <Chart {...view} period={period} />}
    </ChartCard>
  )
}

function Chart({ flows, currency, period }: FlowsView & { period: Period }) {
  const hidden = useAmountsHidden()
  const first = flows.findIndex(hasMoved)
  if (first < 0) {
    return (
      <NoChart title="Nothing to show yet">
        No money has moved in the last {period.name}. What comes in and goes out will appear here.
      </NoChart>
    )
  }
  const total = (side: 'moneyIn' | 'moneyOut') =>
    formatMoney(formatMinor(flows.reduce((sum, flow) => sum + minorOf(flow[side]), 0n)), currency)
  // The chart starts at the account's first month. A single month would be a chart of one point.
  const points = period.step === 'Month' ? flows.slice(first) : flows
  const during =
    points.length < flows.length
      ? `Since ${flowName(points[0]!.during, 'long')}`
      : `In the last ${period.name}`
  const sentence = hidden
    ? `${during}: money in and out. The amounts are hidden.`
    : `${during} ${total('moneyIn')} came in and ${total('moneyOut')} went out. Transfers that were returned are not counted.`
  if (points.length === 1) {
    return (
      <NoChart title="Your first month">{sentence} From next month on, a chart compares your months.</NoChart>
    )
  }
  return (
    <figure className="grid gap-3">
      <figcaption>{sentence}</figcaption>
      {/* Another period starts at its latest month or day. */}
      <MoneyBars key={points.length} flows={points} currency={currency} step={period.step} />
      <FlowTable flows={points} currency={currency} step={period.step} />
    </figure>
  )
}

/** The chart's figures as a table. */
function FlowTable({ flows, currency, step }: FlowsView & { step: 'Month' | 'Day' }) {
  // An empty month has a row. Most of 30 days are empty: they have none.
  const rows = step === 'Day' ? flows.filter(hasMoved) : flows
  return (
    <ChartTable
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
  )
}

function hasMoved({ moneyIn, moneyOut }: FlowsView['flows'][number]): boolean {
  return /[1-9]/.test(moneyIn + moneyOut)
}
