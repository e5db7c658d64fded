import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TelemetrySettings } from '../config/config-telemetry.ts'
import { resourceOf, scope } from './resource.ts'

/** Takes the spans of requests and of the books. A span has no text that a user wrote, no id and no amount. */
export type Tracing = {
  /** Starts the span of a request, whose id, 32 hexadecimal digits, becomes the id of the trace; undefined for one that is not sampled. */
  readonly startRequest: (request: {
    readonly id: string
    readonly method: string
    readonly route: string
    /** What a trusted proxy has begun; its decision counts. */
    readonly parent: { readonly spanId: string; readonly isSampled: boolean } | undefined
  }) => Span | undefined
  readonly endRequest: (span: Span, status: number) => void
  /** Starts a span below its parent; without one, the first span of a trace. */
  readonly start: (name: string, options?: SpanOptions & { parent?: Span }) => Span
  /** The span that the calling code runs in. */
  readonly current: () => Span | undefined
  /** Runs the work, and all that it awaits, in a span; or in none. */
  readonly within: <Result>(span: Span | undefined, work: () => Result) => Result
  /** The same, and ends the span when the work is done. */
  readonly during: <Result>(span: Span, work: () => Promise<Result>) => Promise<Result>
  /** Exports what is left. */
  readonly close: () => Promise<void>
}

// One for each instruction of a batch. The default of 128 would drop the others.
const linksMax = 512
// Some seconds of a busy bank; what does not fit is dropped.
const waitingSpansMax = 16_384

/** Starts taking spans, and exports them every few seconds. */
export function openTracing(settings: TelemetrySettings, exporter: SpanExporter): Tracing {
  const random = new RandomIdGenerator()
  const running = new AsyncLocalStorage<Span | undefined>()
  let nextTraceId: string | undefined
  const provider = new TracerProvider({
    resource: resourceOf(settings),
    spanLimits: { linkCountLimit: linksMax },
    idGenerator: {
      generateSpanId: () => random.generateSpanId(),
      generateTraceId: () => nextTraceId ?? random.generateTraceId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: waitingSpansMax, maxExportBatchSize: 2_048 }),
    ],
  })
  const tracer = provider.getTracer(scope.name, scope.version)

  return {
    startRequest({ id, method, route, parent }) {
      if (!(parent?.isSampled ?? Math.random() < settings.sampledShare)) return undefined
      nextTraceId = id
      const attributes = { 'http.request.method': method, 'http.route': route }
      const context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId: id,
            spanId: parent.spanId,
            traceFlags: TraceFlags.SAMPLED,
            isRemote: true,
          })
        : ROOT_CONTEXT
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, context)
      nextTraceId = undefined
      return span
    },
    endRequest(span, status) {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    start: (name, { parent, ...options } = {}) =>
      tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    current: () => running.getStore(),
    within: (span, work) => running.run(span, work),
    during: (span, work) =>
      running.run(span, async () => {
        try {
          return await work()
        } catch (error) {
          failSpan(span, error)
          throw error
        } finally {
          span.end()
        }
      }),
    close: () => provider.shutdown(),
  }
}

/** Marks a span as failed, with the error's code. Its message may repeat what a user wrote. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  span.setAttribute('error.type', String(code ?? (error instanceof Error ? error.name : typeof error)))
}
