import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { pages } from '@bank/contract/pages'
import type { UpcomingView } from '@bank/contract/schedules/view'
import type { DailyBalancesView } from '@bank/contract/statements/view'
import type { Currency } from '@bank/ledger/currency'
import { minorOf } from '@bank/ledger/money'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { useLinkTo } from '../api/chosen-account.ts'
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

/** The balance at the end of each of the last days, and the forecast of the next ones: as a chart, a sentence and a table. */
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
  const linkTo = useLinkTo()
  const { currency, foreseen } = view
  const { days, daysApart } = period
  const balances = sinceFirst(view, period)
  if (!foreseen && balances.every(({ balance }) => minorOf(balance) === 0n)) {
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
  // After today, no longer than the past, and to the end of a point.
  const shown = balances.concat(foreseen?.balances.slice(1, Math.min(days, 84) + 1) ?? [])
  return (
    <figure className="grid gap-3">
      <figcaption>
        {isHidden
          ? `${during}: your balance. The amounts are hidden.`
          : sentenceOf({ ...view, balances }, during)}
        {foreseen && (
          <p>
            {foreseenText(foreseen, currency, isHidden)}{' '}
            <Link to={linkTo('scheduled')} className="text-link underline">
              {pages.scheduled.title}
            </Link>
          </p>
        )}
      </figcaption>
      {/* Another period starts at its latest day. */}
      <BalanceLine
        key={period.name}
        {...view}
        balances={shown}
        daysApart={daysApart}
        daysPast={balances.length}
      />
      <BalanceTable balances={everyNth(shown, daysApart)} currency={currency} />
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

/** What the dashed line is, or the first day on which it is below zero and what to do. */
function foreseenText(
  { shortfall }: Pick<UpcomingView, 'shortfall'>,
  currency: Currency,
  isHidden: boolean,
): string {
  if (!shortfall) return 'Dashed: what your scheduled payments leave.'
  const missing = isHidden ? 'money' : formatMoney(shortfall.missing, currency)
  return `On ${flowName(shortfall.day, 'long')} your balance falls below zero: add ${missing} by then, or skip or change a payment.`
}
