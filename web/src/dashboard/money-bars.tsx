import { formatMoney } from '@bank/contract/format-money'
import type { FlowsView } from '@bank/contract/transactions/view'
import { useId } from 'react'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { axisFromZero, ChartFrame, GridLines, plotHeight } from './chart-frame.tsx'
import { flowName } from './flow-name.ts'

type Flows = FlowsView['flows']
type Step = 'Month' | 'Day'

/** A pair of bars for each month or day. */
export function MoneyBars({ flows, currency, step }: FlowsView & { step: Step }) {
  const hatch = useId()
  const isHidden = useAmountsHidden()
  const axis = axisFromZero(flows.flatMap(({ moneyIn, moneyOut }) => [moneyIn, moneyOut]))
  function textOf({ during, moneyIn, moneyOut }: Flows[number]): string {
    if (isHidden) return `${flowName(during, 'long')}, amounts hidden`
    return `${flowName(during, 'long')}, in ${formatMoney(moneyIn, currency)}, out ${formatMoney(moneyOut, currency)}`
  }
  return (
    <ChartFrame
      label={`${step}s`}
      points={flows.map((flow) => ({
        key: flow.during,
        text: textOf(flow),
        name: flowName(flow.during, 'short'),
      }))}
      // A phone has room for every other name.
      namesApart={step === 'Day' ? { wide: 7, phone: 14 } : { wide: 1, phone: flows.length > 7 ? 2 : 1 }}
      axis={axis}
      currency={currency}
      keys={
        <p aria-hidden className="flex gap-4 text-caption text-muted-foreground">
          <Key label="In" fill="fill-chart-in" />
          <Key label="Out" fill="fill-chart-out" hatch={hatch} />
        </p>
      }
    >
      <Plot flows={flows} hatch={hatch} top={axis.top} />
    </ChartFrame>
  )
}

/** The grid lines and the bars. `hatch` is the id of the pattern over the bars of money out, `top` the highest line's amount. */
function Plot({ flows, hatch, top }: { flows: Flows; hatch: string; top: number }) {
  function bar(position: number, side: 'moneyIn' | 'moneyOut') {
    const share = (Number(flows[position]![side]) / top) * plotHeight
    // A small amount stays visible beside large ones.
    const barHeight = share === 0 ? 0 : Math.max(share, 2)
    return {
      x: `${((position + (side === 'moneyIn' ? 0.16 : 0.52)) / flows.length) * 100}%`,
      width: `${(0.32 / flows.length) * 100}%`,
      y: plotHeight - barHeight,
      height: barHeight,
    }
  }

  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={plotHeight}
      className="pointer-events-none relative block overflow-visible"
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" className="stroke-card" strokeWidth="3" />
        </pattern>
      </defs>
      <GridLines />
      {flows.map(({ during }, position) => (
        <g key={during}>
          <rect {...bar(position, 'moneyIn')} className="fill-chart-in" />
          <rect {...bar(position, 'moneyOut')} className="fill-chart-out" />
          <rect {...bar(position, 'moneyOut')} fill={`url(#${hatch})`} />
        </g>
      ))}
    </svg>
  )
}

function Key({ label, fill, hatch }: { label: string; fill: string; hatch?: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden="true" width="14" height="14">
        <rect width="14" height="14" className={fill} />
        {hatch && <rect width="14" height="14" fill={`url(#${hatch})`} />}
      </svg>
      {label}
    </span>
  )
}
