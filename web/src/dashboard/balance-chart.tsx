import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { DailyBalancesView } from '@bank/contract/statements/view'
import { minorOf } from '@bank/ledger/money'
import { call } from '../api/call.ts'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { BalanceLine, everyNth } from './balance-line.tsx'
import { BalanceTable } from './balance-table.tsx'
import { ChartCard, NoChart } from './chart-card.tsx'
import { flowName } from './flow-name.ts'

// Whole weeks, so that each point of the chart covers as many days: 26 points in half a year and in a year.
const periods = [
  { name: '30 days', days: 30, daysApart: 1 },
  { name: '6 months', days: 182, daysApart: 7 },
  { name: '12 months', days: 364, daysApart: 14 },
] as const
type Period = (typeof periods)[number]
type Balances = DailyBalancesView['balances']

/** The balance at the end of each of the last days: as a chart, a sentence and a table. */
export function BalanceChart({ hasPots }: { hasPots: boolean }) {
  return (
    <ChartCard<Period, DailyBalancesView>
      title="Balance over time"
      periods={periods}
      first={periods[0]}
      note={hasPots && 'Money in pots is not included.'}
      failure="Your balances could not be loaded"
      read={({ days }, account, signal) =>
        call(endpoints.listDailyBalances, { query: { account, days }, signal })
      }
    >
      {(view, period) => <Chart view={view} period={period} />}
    </ChartCard>
  )
}

function Chart({ view, period }: { view: DailyBalancesView; period: Period }) {
  const isHidden = useAmountsHidden()
  const { currency } = view
  const balances = sinceFirst(view, period)
  if (balances.every(({ balance }) => minorOf(balance) === 0n)) {
    return (
      <NoChart title="Nothing to show yet">
        Your balance was zero in the last {period.name}. It will appear here day by day.
      </NoChart>
    )
  }
  const first = balances.find(({ balance }) => minorOf(balance) !== 0n)!
  const during =
    balances.length < view.balances.length
      ? `Since ${flowName(first.day, 'long')}`
      : `In the last ${period.name}`
  return (
    <figure className="grid gap-3">
      <figcaption>
        {isHidden
          ? `${during}: your balance. The amounts are hidden.`
          : sentenceOf({ ...view, balances }, during)}
      </figcaption>
      {/* Another period starts at its latest day. */}
      <BalanceLine key={period.name} {...view} balances={balances} daysApart={period.daysApart} />
      <BalanceTable balances={everyNth(balances, period.daysApart)} currency={currency} />
    </figure>
  )
}

/** The points that a chart has at least. */
const pointsMin = 7

/** The days from the first with money on, in an account that had none before. They begin with a point of the chart. */
function sinceFirst({ opening, balances }: DailyBalancesView, { daysApart }: Period): Balances {
  if (minorOf(opening) !== 0n) return balances
  const first = balances.findIndex(({ balance }) => minorOf(balance) !== 0n)
  const points = Math.ceil((balances.length - first) / daysApart)
  return first < 0 ? balances : balances.slice(-Math.max(points, pointsMin) * daysApart)
}

function sentenceOf({ opening, balances, currency }: DailyBalancesView, during: string): string {
  const now = balances.at(-1)!
  const change = `${during} your balance went from ${formatMoney(opening, currency)} to ${formatMoney(now.balance, currency)}.`
  // Of an account that was empty at first, zero says nothing new.
  if (minorOf(opening) === 0n) return change
  const lowest = balances.reduce((one, other) =>
    minorOf(other.balance) < minorOf(one.balance) ? other : one,
  )
  return `${change} The lowest at the end of a day was ${formatMoney(lowest.balance, currency)}, on ${flowName(lowest.day, 'long')}.`
}
