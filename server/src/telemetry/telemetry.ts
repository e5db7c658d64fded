import { setTimeout as wait } from 'node:timers/promises'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'
import type { TelemetrySettings } from '../config/config-telemetry.ts'
import { producerOf } from './exported-metrics.ts'
import { resourceOf } from './resource.ts'
import { type TracedBooks, traceBooks } from './traced-books.ts'
import { openTracing, type Tracing } from './tracing.ts'

/** The export of traces and metrics over OTLP, as JSON over HTTP. */
export type Telemetry = {
  readonly tracing: Tracing
  readonly traceBooks: () => TracedBooks
  /** Exports the metrics every minute from now on. */
  readonly exportMetrics: (registry: Registry) => void
  /** Exports what is left, for at most two seconds. */
  readonly close: () => Promise<void>
}

const closeMillisecondsMax = 2_000

/** Opens the export to the collector of the settings. `print` tells the operator when the collector takes nothing. */
export function openTelemetry(settings: TelemetrySettings, print: (line: string) => void): Telemetry {
  const { endpoint, headers } = settings
  const report = reportOnce(new URL(endpoint).host, print)
  const spans = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  reportExports(spans, report)
  const tracing = openTracing(settings, spans)
  const closings = [tracing.close]
  return {
    tracing,
    traceBooks: () => traceBooks(tracing),
    exportMetrics(registry) {
      const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers })
      reportExports(exporter, report)
      const reader = new PeriodicExportingMetricReader({
        exporter,
        metricProducers: [producerOf(registry)],
      })
      const provider = new MeterProvider({ resource: resourceOf(settings), readers: [reader] })
      closings.push(() => provider.shutdown())
    },
    close: async () => {
      const closing = Promise.allSettled(closings.map((close) => close()))
      await Promise.race([closing, wait(closeMillisecondsMax, undefined, { ref: false })])
    },
  }
}

type Export = (items: never, done: (result: { code: number; error?: Error }) => void) => void

/** Reports the error of each export, or undefined when the collector took it. */
function reportExports(exporter: { export: Export }, report: (error?: Error) => void): void {
  const send: Export = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      report(result.error)
      done(result)
    })
}

/** One line when the collector stops taking exports, not one for each export. */
function reportOnce(collector: string, print: (line: string) => void) {
  let hasFailed = false
  return (error?: Error) => {
    if (error && !hasFailed) {
      print(
        `Warning: the OpenTelemetry collector at ${collector} takes no traces or metrics (${error.message}). They are dropped until it does.`,
      )
    }
    hasFailed = error !== undefined
  }
}
