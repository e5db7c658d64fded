import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tracing } from '../../telemetry/tracing.ts'
import type { RequestIds } from '../request-ids.ts'
import { healthPaths } from './health.ts'

/**
 * Takes a span of each sampled request, from its first hook to the end of its answer. Its trace has the id of the request, which
 * problems and log lines name. A span has the route's pattern, never the ids in the path. It continues the trace of a trusted proxy.
 * Health checks are not traced.
 */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing | undefined,
  { sentTrace }: RequestIds,
): void {
  // Without tracing there are no hooks: they would cost time for each request.
  if (!tracing) return
  const spans = new WeakMap<FastifyRequest, NonNullable<ReturnType<Tracing['startRequest']>>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, raw, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    if (healthPaths.includes(route)) return done()
    const span = tracing.startRequest({ id, method, route, parent: sentTrace(raw) })
    if (span) spans.set(request, span)
    done()
  })
  // After the body has arrived: the events of its arrival would leave the span.
  app.addHook('preHandler', (request, _reply, done) => tracing.within(spans.get(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span) tracing.endRequest(span, reply.statusCode)
    done()
  })
}
