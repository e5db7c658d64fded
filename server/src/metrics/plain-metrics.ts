import type { Metric, MetricValueWithName } from 'prom-client'

/** A value of a metric. `metricName` is for the series of a histogram. */
export type PlainValue = Pick<MetricValueWithName<string>, 'value' | 'labels' | 'metricName'>

type Description = {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
}

/**
 * A metric whose values are plain numbers elsewhere, and are read when the metrics are. For what is counted with each request: a
 * counter of prom-client hashes its labels each time.
 */
export function plainMetric(
  description: Description,
  read: () => readonly PlainValue[] | Promise<readonly PlainValue[]>,
): Metric {
  // What a registry uses of a metric.
  const metric = {
    ...description,
    get: async () => ({ ...description, aggregator: 'sum', values: await read() }),
  }
  return metric as unknown as Metric
}
