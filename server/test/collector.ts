import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP writes it, with its attributes by name. */
export type CollectedSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code?: number }
}

/** What a collector of OpenTelemetry has received. */
export type Collector = {
  readonly endpoint: string
  /** The bodies of all exports, as they were sent. */
  readonly bodies: string[]
  readonly headers: Readonly<Record<string, unknown>>[]
  readonly spans: () => CollectedSpan[]
  /** The data of the last export, by metric name. */
  readonly metrics: () => Map<string, CollectedMetric>
  readonly close: () => Promise<void>
}

type Point = {
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[]
  readonly asDouble?: number
  readonly count?: number
  readonly bucketCounts?: readonly number[]
  readonly explicitBounds?: readonly number[]
}
export type CollectedMetric = {
  readonly name: string
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly Point[] }
  readonly gauge?: { readonly dataPoints: readonly Point[] }
  readonly histogram?: { readonly dataPoints: readonly Point[] }
}

/** Starts a collector that takes traces and metrics as JSON over HTTP, and answers with `status`. */
export async function openCollector({ status = 200 } = {}): Promise<Collector> {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(Buffer.concat(chunks).toString())
    headers.push(request.headers)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const scopes = (kind: 'resourceSpans' | 'resourceMetrics', inside: string) =>
    bodies
      .flatMap((body) => JSON.parse(body)[kind] ?? [])
      .flatMap((each) => each[kind === 'resourceSpans' ? 'scopeSpans' : 'scopeMetrics'])
      .flatMap((each) => each[inside])
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () => scopes('resourceSpans', 'spans').map(spanOf),
    metrics: () => new Map(scopes('resourceMetrics', 'metrics').map((metric) => [metric.name, metric])),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }

function spanOf(span: CollectedSpan & { readonly attributes: readonly Attribute[] }): CollectedSpan {
  const attributes = span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])
  return { ...span, attributes: Object.fromEntries(attributes), links: span.links ?? [] }
}
