/** Where a value stands, in pixels. */
export type Scale = (value: number) => number

type Room = { readonly from: number; readonly to: number }

/**
 * Places values along an axis: evenly, or, where the largest is many times the smallest, by their orders of magnitude.
 * A single value stands in the middle.
 */
export function scaleOf(values: readonly number[], { from, to }: Room): Scale {
  const least = Math.min(...values)
  const most = Math.max(...values)
  if (least === most) return () => (from + to) / 2
  const isWide = least > 0 && most / least >= wideFrom
  const measure = isWide ? Math.log : (value: number) => value
  return (value) =>
    whole(from + ((measure(value) - measure(least)) / (measure(most) - measure(least))) * (to - from))
}

const wideFrom = 20

/** An axis from zero to above the largest value, with round ticks. */
export function axisOf(values: readonly number[], { from, to }: Room): { ticks: number[]; place: Scale } {
  const most = Math.max(0, ...values)
  const step = roundStep(most / 4)
  const count = Math.max(1, Math.ceil(most / step))
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  const end = ticks.at(-1)!
  return { ticks, place: (value) => whole(from + (value / end) * (to - from)) }
}

/** The next of 1, 2, 2.5, 5, 10 and their tenfold. */
function roundStep(least: number): number {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= least * 0.999)!
}

function whole(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
