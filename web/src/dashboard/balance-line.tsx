import { formatMoney } from '@bank/contract/format-money'
import type { DailyBalancesView } from '@bank/contract/statements/view'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { type Axis, axisAround, ChartFrame, GridLines, plotHeight } from './chart-frame.tsx'
import { flowName } from './flow-name.ts'

type Balances = DailyBalancesView['balances']

/**
 * The balance of each day as a line with steps, which begins at the balance before the first day. Every `daysApart` days are one point
 * of the chart, with the balance of the last. After the first `daysPast` days the line is a forecast, and dashed.
 */
export function BalanceLine({
  opening,
  balances,
  currency,
  daysApart,
  daysPast,
}: Omit<DailyBalancesView, 'foreseen'> & { daysApart: number; daysPast: number }) {
  const isHidden = useAmountsHidden()
  const axis = axisAround([opening, ...balances.map(({ balance }) => balance)])
  const points = everyNth(balances, daysApart)
  // That of today, or the first of a line that is a forecast.
  const start = Math.max(daysPast / daysApart, 1) - 1
  const apart = points.length > 40 ? 14 : 7
  return (
    <ChartFrame
      label={daysApart % 7 ? 'Days' : 'Weeks'}
      points={points.map(({ day, balance }, at) => ({
        key: day,
        text: `${flowName(day, 'long')}, ${at > start ? 'forecast ' : ''}${isHidden ? 'amount hidden' : formatMoney(balance, currency)}`,
        name: flowName(day, 'short'),
      }))}
      start={start}
      namesApart={{ wide: apart, phone: 2 * apart }}
      axis={axis}
      currency={currency}
    >
      <Plot opening={opening} balances={balances} axis={axis} daysPast={daysPast} />
    </ChartFrame>
  )
}

/** Every nth day, counted back from the last. */
export function everyNth(balances: Balances, n: number): Balances {
  return balances.filter((_, position) => (balances.length - 1 - position) % n === 0)
}

/** The grid lines and the balances: above zero as the top of a surface. */
function Plot({
  opening,
  balances,
  axis: { bottom, top },
  daysPast,
}: {
  opening: string
  balances: Balances
  axis: Axis
  daysPast: number
}) {
  // A unit in width is a day. The balance changes at the start of a day and stays until its end.
  const y = (balance: string) => ((plotHeight * (top - Number(balance))) / (top - bottom)).toFixed(1)
  const steps = balances.map(({ balance }, position) => `V${y(balance)}H${position + 1}`)
  const lineOf = (from: number, to: number) =>
    `M${from} ${y(balances[from - 1]?.balance ?? opening)}${steps.slice(from, to).join('')}`
  const parts = [
    [0, daysPast],
    [daysPast, steps.length],
  ] as const
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={plotHeight}
      className="pointer-events-none relative block overflow-visible text-primary"
    >
      <GridLines />
      <svg
        aria-hidden="true"
        width="100%"
        height={plotHeight}
        viewBox={`0 0 ${balances.length} ${plotHeight}`}
        preserveAspectRatio="none"
        className="overflow-visible"
      >
        {/* A surface that does not begin at zero would exaggerate. */}
        {bottom === 0 && (
          <path d={`${lineOf(0, steps.length)}V${plotHeight}H0Z`} fill="currentColor" fillOpacity="0.15" />
        )}
        {parts.map(
          ([from, to]) =>
            from < to && (
              <path
                key={from}
                d={lineOf(from, to)}
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeDasharray={from < daysPast ? undefined : '5 4'}
                vectorEffect="non-scaling-stroke"
              />
            ),
        )}
      </svg>
    </svg>
  )
}
