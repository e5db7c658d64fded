import { formatMoney } from '@bank/contract/format-money'
import type { FlowsView } from '@bank/contract/transactions/flows-view'
import { clsx } from 'clsx'
import { type KeyboardEvent, useContext, useId, useRef, useState } from 'react'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { flowName } from './flow-name.ts'

/** Pixels from the line the bars stand on to the highest one's top. */
const height = 160

/**
 * A pair of bars for each month or day. One stop for the Tab key; the arrow keys walk from one to the next, and what one
 * stands on, or points at, is read out above the bars.
 */
export function MoneyBars({ flows, currency, step }: FlowsView & { step: 'Month' | 'Day' }) {
  const hatch = useId()
  const hidden = useContext(HiddenAmounts)
  const [at, setAt] = useState(flows.length - 1)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  // A bar's height is the one place where an amount may be rounded: to less than a pixel.
  const most = Math.max(...flows.flatMap(({ moneyIn, moneyOut }) => [Number(moneyIn), Number(moneyOut)]))
  const read = (position: number) => {
    const { during, moneyIn, moneyOut } = flows[position]!
    if (hidden) return `${flowName(during, 'long')}, amounts hidden`
    return `${flowName(during, 'long')}, in ${formatMoney(moneyIn, currency)}, out ${formatMoney(moneyOut, currency)}`
  }

  function walk(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: flows.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    buttons.current[Math.min(Math.max(to, 0), flows.length - 1)]?.focus()
  }

  /** Every month has its name under it; of the days every seventh, counted back from today. */
  const hasName = (back: number) => step === 'Month' || back % 7 === 0

  function bar(position: number, side: 'moneyIn' | 'moneyOut') {
    const share = (Number(flows[position]![side]) / most) * height
    // Something that moved is seen, however little beside the rest.
    const tall = share === 0 ? 0 : Math.max(share, 2)
    return {
      x: `${((position + (side === 'moneyIn' ? 0.16 : 0.52)) / flows.length) * 100}%`,
      width: `${(0.32 / flows.length) * 100}%`,
      y: height - tall,
      height: tall,
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-table">
        {/* Whoever listens has heard the same from the button: it would be said twice. */}
        <p aria-hidden className="font-semibold tabular">
          {read(at)}
        </p>
        <p aria-hidden className="flex gap-4 text-caption text-muted-foreground">
          <Key label="In" fill="fill-chart-in" />
          <Key label="Out" fill="fill-chart-out" hatch={hatch} />
        </p>
      </div>
      {/* Time runs one way, for the bars, their names and the arrow keys alike. */}
      <div dir="ltr" className="relative">
        <div
          role="toolbar"
          aria-label={`${step}s`}
          onKeyDown={walk}
          className="absolute inset-0 grid auto-cols-fr grid-flow-col"
        >
          {flows.map(({ during }, position) => (
            <button
              key={during}
              ref={(button) => {
                buttons.current[position] = button
              }}
              type="button"
              aria-label={read(position)}
              tabIndex={position === at ? 0 : -1}
              onFocus={() => setAt(position)}
              onPointerEnter={() => setAt(position)}
              className={clsx('rounded-chip -outline-offset-2', position === at && 'bg-hover')}
            />
          ))}
        </div>
        <svg
          aria-hidden="true"
          width="100%"
          height={height}
          className="pointer-events-none relative block overflow-visible"
        >
          <defs>
            <pattern
              id={hatch}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
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
      </div>
      <div
        aria-hidden
        dir="ltr"
        className="grid auto-cols-fr grid-flow-col text-caption text-muted-foreground"
      >
        {flows.map(({ during }, position) => (
          <span
            key={during}
            className={clsx(
              'flex whitespace-nowrap',
              // The last day's cell is narrower than its name, which would stand out of the card.
              step === 'Day' && position === flows.length - 1 ? 'justify-end' : 'justify-center',
              hasName(flows.length - 1 - position) || 'invisible',
              // A phone has room for every other name of a year.
              step === 'Month' &&
                flows.length > 7 &&
                (flows.length - 1 - position) % 2 === 1 &&
                'max-sm:invisible',
            )}
          >
            {flowName(during, 'short')}
          </span>
        ))}
      </div>
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
