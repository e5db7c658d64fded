import type { PlainValue } from './plain-metrics.ts'

/** How many took how long: a number for each bound, for those up to it, and one for the others; and the sum of all in seconds. */
export type Durations = { readonly counts: number[]; sum: number }

/** The upper bounds of a histogram, in seconds. */
export type Bounds = readonly number[]

export function openDurations(bounds: Bounds): Durations {
  return { counts: [...bounds, 0].map(() => 0), sum: 0 }
}

export function addDuration(durations: Durations, bounds: Bounds, seconds: number): void {
  let place = 0
  while (place < bounds.length && seconds > bounds[place]!) place++
  durations.counts[place]!++
  durations.sum += seconds
}

/** The series of a histogram of Prometheus, where each bound counts what the smaller ones have too. */
export function histogramValues(
  name: string,
  bounds: Bounds,
  labels: PlainValue['labels'],
  { counts, sum }: Durations,
): PlainValue[] {
  let count = 0
  const buckets = [...bounds, '+Inf'].map((le, place) => {
    count += counts[place]!
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
