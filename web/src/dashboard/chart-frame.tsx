import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'

/** The plot's height in pixels. */
export const plotHeight = 160

/** The amounts of the lowest and the highest grid line. `number` may stand for money here: a height is rounded to less than a pixel. */
export type Axis = { readonly bottom: number; readonly top: number }

/** One month, day or span of days of a chart. */
export type ChartPoint = {
  readonly key: string
  /** Its name and its amounts. */
  readonly text: string
  /** Its name below the chart. */
  readonly name: string
}

/**
 * A plot with its points, from left to right, and the amounts of its grid lines. The Tab key stops here once, the arrow keys
 * move from point to point, and the text above the plot is that of the point with the focus or under the pointer.
 */
export function ChartFrame({
  label,
  points,
  namesApart,
  start = points.length - 1,
  axis,
  currency,
  keys,
  children,
}: {
  /** What the points are: "Days". */
  label: string
  points: readonly ChartPoint[]
  /** Of so many points one has its name below the chart, counted back from the last; on a phone of so many. */
  namesApart: { readonly wide: number; readonly phone: number }
  /** The position of the point whose text is shown first. */
  start?: number
  axis: Axis
  currency: Currency
  /** The meaning of the colours. */
  keys?: ReactNode
  /** The plot, `plotHeight` pixels high. */
  children: ReactNode
}) {
  const last = points.length - 1
  const [current, setCurrent] = useState(start)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])

  function moveFocus(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    buttons.current[Math.min(Math.max(target, 0), last)]?.focus()
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-table">
        {/* A screen reader has read the same text from the button. */}
        <p aria-hidden className="font-semibold tabular">
          {points[current]?.text}
        </p>
        {keys}
      </div>
      {/* Time runs from left to right in every language: for the points, their names and the arrow keys. */}
      <div dir="ltr" className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
        <AxisValues axis={axis} currency={currency} />
        <div className="relative">
          <div
            role="toolbar"
            aria-label={label}
            onKeyDown={moveFocus}
            className="absolute inset-0 grid auto-cols-fr grid-flow-col"
          >
            {points.map(({ key, text }, position) => (
              <button
                key={key}
                ref={(button) => {
                  buttons.current[position] = button
                }}
                type="button"
                aria-label={text}
                tabIndex={position === current ? 0 : -1}
                onFocus={() => setCurrent(position)}
                onPointerEnter={() => setCurrent(position)}
                className={clsx('rounded-chip -outline-offset-2', position === current && 'bg-hover')}
              />
            ))}
          </div>
          {children}
        </div>
        <span />
        <AxisNames points={points} apart={namesApart} />
      </div>
    </div>
  )
}

/** An axis from zero, up to one to two digits above all amounts, so that its half is a round amount, too. */
export function axisFromZero(amounts: readonly string[]): Axis {
  const most = Math.max(...centsOf(amounts))
  return { bottom: 0, top: roundAbove(most, [1, 2, 4, 6, 8, 10]) / 100 }
}

/**
 * An axis between round amounts around all amounts, so that small differences of large amounts are seen. From zero where the
 * amounts are less alike, or do not differ at all. Where one is below zero, zero is in the middle.
 */
export function axisAround(amounts: readonly string[]): Axis {
  const cents = centsOf(amounts)
  const [least, most] = [Math.min(...cents), Math.max(...cents)]
  if (least < 0) {
    const { top } = axisFromZero([...amounts, String(-least / 100)])
    return { bottom: -top, top }
  }
  if (least < most / 2 || least === most) return axisFromZero(amounts)
  const unit = unitOf((most - least) / 2)
  const bottom = Math.floor(least / unit) * unit
  const half = roundAbove((most - bottom) / 2, [1, 2, 3, 4, 5, 6, 8, 10])
  return { bottom: bottom / 100, top: (bottom + 2 * half) / 100 }
}

function centsOf(amounts: readonly string[]): number[] {
  return amounts.map((amount) => Math.round(Number(amount) * 100))
}

/** The next of these digits, with zeros. */
function roundAbove(cents: number, digits: readonly number[]): number {
  const unit = unitOf(cents)
  return digits.map((digit) => digit * unit).find((round) => round >= cents) ?? cents
}

function unitOf(cents: number): number {
  return Math.max(1, 10 ** Math.floor(Math.log10(cents)))
}

/** The lines at the amounts of the axis. */
export function GridLines() {
  return [0, 0.5, 1].map((share) => (
    <line
      key={share}
      x1="0"
      x2="100%"
      y1={share * plotHeight}
      y2={share * plotHeight}
      className="stroke-border"
    />
  ))
}

/** The amounts of the grid lines. */
function AxisValues({ axis: { bottom, top }, currency }: { axis: Axis; currency: Currency }) {
  if (useAmountsHidden()) return <span />
  return (
    <div
      aria-hidden
      className="-my-2 flex flex-col justify-between text-end text-caption text-muted-foreground tabular"
    >
      {[top, (top + bottom) / 2, bottom].map((amount) => (
        <span key={amount}>{formatMoney(amount.toFixed(2), currency).replace(/\.00$/, '')}</span>
      ))}
    </div>
  )
}

/** The names below the points. */
function AxisNames({
  points,
  apart,
}: {
  points: readonly ChartPoint[]
  apart: { readonly wide: number; readonly phone: number }
}) {
  return (
    <div aria-hidden className="grid auto-cols-fr grid-flow-col text-caption text-muted-foreground">
      {points.map(({ key, name }, position) => {
        const back = points.length - 1 - position
        return (
          <span
            key={key}
            className={clsx(
              'flex whitespace-nowrap',
              // The last cell of many is narrower than its name, which would stand out of the card.
              back === 0 && apart.wide > 1 ? 'justify-end' : 'justify-center',
              back % apart.wide !== 0 && 'invisible',
              back % apart.phone !== 0 && 'max-sm:invisible',
            )}
          >
            {name}
          </span>
        )
      })}
    </div>
  )
}
