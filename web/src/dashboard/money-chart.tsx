import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { FlowsView } from '@bank/contract/transactions/view'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { type AccountChoice, useAccountChoice } from '../accounts/account-in-url.ts'
import { call } from '../api/call.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { historyKeyOf } from '../transactions/transactions.ts'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { ChartCard, ChartSkeleton, NoChart } from './chart-card.tsx'
import { FlowTable } from './flow-table.tsx'
import { MoneyBars } from './money-bars.tsx'

const periods = [
  { name: '30 days', step: 'Day', count: 30 },
  { name: '6 months', step: 'Month', count: 6 },
  { name: '12 months', step: 'Month', count: 12 },
] as const
type Period = (typeof periods)[number]

/** The money in and out of the last days or months: as a chart, a sentence and a table. */
export function MoneyChart() {
  const [chosen, choose] = useState<Period>(periods[1])
  return (
    <ChartCard title="Money in and out" periods={periods} chosen={chosen} onChoose={choose}>
      <Flows period={chosen} />
    </ChartCard>
  )
}

function Flows({ period }: { period: Period }) {
  const account = useAccountChoice()
  const { data, error, refetch } = useQuery({
    queryKey: [...historyKeyOf(account), 'flows', period.name],
    // With its period: the flows of the previous period are shown while others are loading.
    queryFn: async ({ signal }) => ({ period, flows: await fetchFlows(period, account, signal) }),
    placeholderData: keepPreviousData,
  })
  if (data) return <Chart {...data} />
  if (error) {
    return (
      <LoadFailure title="Money in and out could not be loaded" error={error} onRetry={() => refetch()} />
    )
  }
  return <ChartSkeleton />
}

function fetchFlows(
  { step, count }: Period,
  account: AccountChoice,
  signal: AbortSignal,
): Promise<FlowsView> {
  return step === 'Day'
    ? call(endpoints.listDailyFlows, { query: { account, days: count }, signal })
    : call(endpoints.listMonthlyFlows, { query: { account, months: count }, signal })
}

function Chart({ flows: { flows, currency }, period }: { flows: FlowsView; period: Period }) {
  const hidden = useContext(HiddenAmounts)
  const first = flows.findIndex(({ moneyIn, moneyOut }) => !isZero(moneyIn) || !isZero(moneyOut))
  if (first < 0) {
    return (
      <NoChart title="Nothing to show yet">
        No money has moved in the last {period.name}. What comes in and goes out will appear here.
      </NoChart>
    )
  }
  const total = (side: 'moneyIn' | 'moneyOut') => formatMoney(sumOf(flows, side), currency)
  const sentence = hidden
    ? `Money in and out in the last ${period.name}. The amounts are hidden.`
    : `In the last ${period.name} ${total('moneyIn')} came in and ${total('moneyOut')} went out. Transfers that were returned are not counted.`
  // The chart starts at the account's first month. A single month would be a chart of one point.
  const points = period.step === 'Month' ? flows.slice(first) : flows
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

function isZero(decimal: string): boolean {
  return /^0*\.?0*$/.test(decimal)
}

/** A decimal string: whole cents are added up, never rounded. */
function sumOf(flows: FlowsView['flows'], side: 'moneyIn' | 'moneyOut'): string {
  const cents = flows.reduce((sum, flow) => sum + BigInt(flow[side].replace('.', '')), 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
