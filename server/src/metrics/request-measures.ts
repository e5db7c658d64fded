import type { Metric } from 'prom-client'
import { addDuration, type Durations, histogramValues, openDurations } from './durations.ts'
import { plainMetric } from './plain-metrics.ts'

/** Counts and times the answered requests of this process. */
export type RequestMeasures = {
  /** `route` is the pattern of a route or of a page, never a path: each has its series. */
  readonly answered: (route: string, method: string, status: number, milliseconds: number) => void
  /** How many requests wait for their turn. */
  readonly waitingCount: () => number
  /** Sets what counts those that wait. */
  readonly watchQueue: (count: () => number) => void
  readonly metric: Metric
}

const name = 'bank_request_seconds'
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function openRequestMeasures(): RequestMeasures {
  /** By route, by method and by the first digit of the status. */
  const routes = new Map<string, Map<string, Durations[]>>()
  let countWaiting = () => 0

  function openSeries(route: string, method: string, digit: number): Durations {
    const methods = routes.get(route) ?? new Map<string, Durations[]>()
    const classes = methods.get(method) ?? []
    const durations = openDurations(bounds)
    classes[digit] = durations
    methods.set(method, classes)
    routes.set(route, methods)
    return durations
  }

  function series() {
    return [...routes].flatMap(([route, methods]) =>
      [...methods].flatMap(([method, classes]) =>
        classes.flatMap((durations, digit) =>
          histogramValues(name, bounds, { route, method, status: `${digit}xx` }, durations),
        ),
      ),
    )
  }

  return {
    answered(route, method, status, milliseconds) {
      const digit = Math.trunc(status / 100)
      const durations = routes.get(route)?.get(method)?.[digit] ?? openSeries(route, method, digit)
      addDuration(durations, bounds, milliseconds / 1_000)
    },
    waitingCount: () => countWaiting(),
    watchQueue: (count) => {
      countWaiting = count
    },
    metric: plainMetric(
      {
        name: 'bank_request_seconds',
        help: 'Time from the arrival of a request until its answer begins, by the pattern of the route and the class of the status.',
        type: 'histogram',
      },
      series,
    ),
  }
}
