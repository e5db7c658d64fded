import { formatMoney } from '@bank/contract/format-money'
import type { DailyBalancesView } from '@bank/contract/statements/view'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { type Axis, axisAround, ChartFrame, GridLines, plotHeight } from './chart-frame.tsx'
import { flowName } from './flow-name.ts'

type Balances = DailyBalancesView['balances']

/**
 * The balance of each day as a line with steps, which begins at the balance before the first day. Every `daysApart` days are one point
 * of the chart, with the balance of the last. A line with `dashes`, as SVG has them, is a forecast.
 */
export function BalanceLine({
  opening,
  balances,
  currency,
  daysApart,
  dashes,
}: DailyBalancesView & { daysApart: number; dashes?: string }) {
  const isHidden = useAmountsHidden()
  const axis = axisAround([opening, ...balances.map(({ balance }) => balance)])
  return (
    <ChartFrame
      label={daysApart % 7 ? 'Days' : 'Weeks'}
      points={everyNth(balances, daysApart).map(({ day, balance }) => ({
        key: day,
        text: isHidden
          ? `${flowName(day, 'long')}, amount hidden`
          : `${flowName(day, 'long')}, ${formatMoney(balance, currency)}`,
        name: flowName(day, 'short'),
      }))}
      namesApart={{ wide: 7, phone: 14 }}
      axis={axis}
      currency={currency}
    >
      <Plot opening={opening} balances={balances} axis={axis} dashes={dashes} />
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
  dashes,
}: {
  opening: string
  balances: Balances
  axis: Axis
  dashes: string | undefined
}) {
  // A unit in width is a day. The balance changes at the start of a day and stays until its end.
  const y = (balance: string) => ((plotHeight * (top - Number(balance))) / (top - bottom)).toFixed(1)
  const steps = balances.map(({ balance }, position) => `V${y(balance)}H${position + 1}`)
  const line = `M0 ${y(opening)}${steps.join('')}`
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
        {bottom === 0 && <path d={`${line}V${plotHeight}H0Z`} fill="currentColor" fillOpacity="0.15" />}
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray={dashes}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </svg>
  )
}
