import { type HrTime, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'
import { scope } from './resource.ts'

type Metric = MetricObjectWithValues<MetricValueWithName<string>>

/** The metrics of `/metrics`, for export over OTLP: there is one list of metrics, with the same names and values. */
export function producerOf(registry: Registry): MetricProducer {
  return {
    async collect() {
      const metrics = (await registry.getMetricsAsJSON())
        .filter(({ values }) => values.length > 0)
        .map(dataOf)
      // The reader takes its own resource instead.
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] },
        errors: [],
      }
    },
  }
}

function dataOf({ name, help, values }: Metric): MetricData {
  const data = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const pointOf = <Value>(value: Value, attributes: Metric['values'][number]['labels'] = {}) => ({
    startTime: timeOf(performance.timeOrigin),
    endTime: timeOf(Date.now()),
    attributes,
    value,
  })
  if (values.some(({ metricName }) => metricName !== undefined)) {
    const dataPoints = [...histogramsIn(values)].map((series) =>
      pointOf(histogramOf(series), ownLabels(series[0]!)),
    )
    return { ...data, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = values.map(({ value, labels }) => pointOf(value, labels))
  return name.endsWith('_total')
    ? { ...data, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...data, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** The series of each histogram of a metric: those with the same labels. */
function histogramsIn(values: Metric['values']): Iterable<Metric['values']> {
  return Map.groupBy(values, (value) => JSON.stringify(ownLabels(value))).values()
}

/** The labels without the bound of a bucket. */
function ownLabels({ labels: { le: _, ...labels } }: Metric['values'][number]) {
  return labels
}

/** Prometheus counts in each bucket what the smaller ones have too; OTLP does not. */
function histogramOf(values: Metric['values']): Histogram {
  const buckets = values.filter(({ labels }) => labels.le !== undefined)
  const totalOf = (ending: string) =>
    values.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0
  return {
    buckets: {
      boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
    sum: totalOf('_sum'),
    count: totalOf('_count'),
  }
}

function timeOf(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000)
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000_000)]
}
