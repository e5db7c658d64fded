import { formatMoney } from '@bank/contract/format-money'
import type { FlowsView } from '@bank/contract/transactions/view'
import { clsx } from 'clsx'
import { type KeyboardEvent, useContext, useId, useRef, useState } from 'react'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { flowName } from './flow-name.ts'

type Flows = FlowsView['flows']
type Step = 'Month' | 'Day'

/** The plot's height in pixels. */
const height = 160

/**
 * A pair of bars for each month or day. The Tab key stops here once, the arrow keys move from pair to pair, and the text above
 * the bars gives the amounts of the pair with the focus or under the pointer.
 */
export function MoneyBars({ flows, currency, step }: FlowsView & { step: Step }) {
  const hatch = useId()
  const isHidden = useContext(HiddenAmounts)
  const [current, setCurrent] = useState(flows.length - 1)
  const top = topOf(flows)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])

  function textOf(position: number): string {
    const { during, moneyIn, moneyOut } = flows[position]!
    if (isHidden) return `${flowName(during, 'long')}, amounts hidden`
    return `${flowName(during, 'long')}, in ${formatMoney(moneyIn, currency)}, out ${formatMoney(moneyOut, currency)}`
  }

  function moveFocus(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: flows.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    buttons.current[Math.min(Math.max(target, 0), flows.length - 1)]?.focus()
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-table">
        {/* A screen reader has read the same text from the button. */}
        <p aria-hidden className="font-semibold tabular">
          {textOf(current)}
        </p>
        <p aria-hidden className="flex gap-4 text-caption text-muted-foreground">
          <Key label="In" fill="fill-chart-in" />
          <Key label="Out" fill="fill-chart-out" hatch={hatch} />
        </p>
      </div>
      {/* Time runs from left to right in every language: for the bars, their names and the arrow keys. */}
      <div dir="ltr" className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
        <AxisValues top={top} currency={currency} />
        <div className="relative">
          <div
            role="toolbar"
            aria-label={`${step}s`}
            onKeyDown={moveFocus}
            className="absolute inset-0 grid auto-cols-fr grid-flow-col"
          >
            {flows.map(({ during }, position) => (
              <button
                key={during}
                ref={(button) => {
                  buttons.current[position] = button
                }}
                type="button"
                aria-label={textOf(position)}
                tabIndex={position === current ? 0 : -1}
                onFocus={() => setCurrent(position)}
                onPointerEnter={() => setCurrent(position)}
                className={clsx('rounded-chip -outline-offset-2', position === current && 'bg-hover')}
              />
            ))}
          </div>
          <Plot flows={flows} hatch={hatch} top={top} />
        </div>
        <span />
        <AxisNames flows={flows} step={step} />
      </div>
    </div>
  )
}

/** The amount of the highest grid line: one to two digits above all flows, so that its half is a round amount, too. */
function topOf(flows: Flows): number {
  // `number` may stand for money here: a bar's height is rounded to less than a pixel.
  const most = Math.max(...flows.flatMap(({ moneyIn, moneyOut }) => [Number(moneyIn), Number(moneyOut)]))
  const unit = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map((count) => count * unit).find((top) => top >= most) ?? most
}

/** The amounts of the grid lines. */
function AxisValues({ top, currency }: { top: number; currency: FlowsView['currency'] }) {
  if (useContext(HiddenAmounts)) return <span />
  return (
    <div
      aria-hidden
      className="-my-2 flex flex-col justify-between text-end text-caption text-muted-foreground tabular"
    >
      {[top, top / 2, 0].map((amount) => (
        <span key={amount}>{formatMoney(amount.toFixed(2), currency).replace(/\.00$/, '')}</span>
      ))}
    </div>
  )
}

/** The grid lines and the bars. `hatch` is the id of the pattern over the bars of money out, `top` the highest line's amount. */
function Plot({ flows, hatch, top }: { flows: Flows; hatch: string; top: number }) {
  function bar(position: number, side: 'moneyIn' | 'moneyOut') {
    const share = (Number(flows[position]![side]) / top) * height
    // A small amount stays visible beside large ones.
    const barHeight = share === 0 ? 0 : Math.max(share, 2)
    return {
      x: `${((position + (side === 'moneyIn' ? 0.16 : 0.52)) / flows.length) * 100}%`,
      width: `${(0.32 / flows.length) * 100}%`,
      y: height - barHeight,
      height: barHeight,
    }
  }

  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      className="pointer-events-none relative block overflow-visible"
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" className="stroke-card" strokeWidth="3" />
        </pattern>
      </defs>
      {[0, 0.5, 1].map((share) => (
        <line
          key={share}
          x1="0"
          x2="100%"
          y1={share * height}
          y2={share * height}
          className="stroke-chart-grid"
        />
      ))}
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

/** The months or days under the bars. Of the days every seventh has its name, counted back from today. */
function AxisNames({ flows, step }: { flows: Flows; step: Step }) {
  return (
    <div aria-hidden className="grid auto-cols-fr grid-flow-col text-caption text-muted-foreground">
      {flows.map(({ during }, position) => {
        const back = flows.length - 1 - position
        return (
          <span
            key={during}
            className={clsx(
              'flex whitespace-nowrap',
              // The last day's cell is narrower than its name, which would stand out of the card.
              step === 'Day' && back === 0 ? 'justify-end' : 'justify-center',
              step === 'Day' && back % 7 !== 0 && 'invisible',
              // A phone has room for every other name.
              step === 'Day' && back % 14 !== 0 && 'max-sm:invisible',
              step === 'Month' && flows.length > 7 && back % 2 === 1 && 'max-sm:invisible',
            )}
          >
            {flowName(during, 'short')}
          </span>
        )
      })}
    </div>
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
