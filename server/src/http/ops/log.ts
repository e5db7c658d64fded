import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { isLogged, type LogLevel } from '../../config/config-rules.ts'
import { Refusal } from '../../refusal.ts'
import { networkOf } from '../api/origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its id in the answer, which may be a proxy's; empty for one that reached no hook. */
    requestId: string
  }
}

/** The destination of log lines instead of the standard output. */
export type LogTarget = { readonly write: (line: string) => void }

/** JSON lines in UTC. Each call names its fields; no serializer logs a whole request. */
export function logOptions(level: LogLevel, target?: LogTarget): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {},
    ...(target && { stream: target }),
  }
}

/** One line for each answer, at level `info`. Logs the route's pattern, never the ids in the path. */
export function logAnswers(app: FastifyInstance, level: LogLevel): void {
  // The hook would cost time for each answer without writing anything.
  if (!isLogged('info', level)) return
  app.addHook('onResponse', (request, reply, done) => {
    app.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...idsOf(request),
        network: networkOf(request.ip),
      },
      'answered',
    )
    done()
  })
}

/** Logs an error that is no refusal: a 500 as an error, a database that is unavailable or busy as information. */
export function logFailure(error: unknown, request: FastifyRequest, status: number): void {
  const { method, routeOptions, server } = request
  const route = routeOptions.url ?? 'none'
  const fields = { ...idsOf(request), method, route, status, ...errorFields(error) }
  if (status === 500) server.log.error(fields, 'unhandled error')
  else server.log.info(fields, 'database unavailable or busy')
}

/** Logs the cause of a refusal: what failed in an outside service. A refusal for the caller's own request has none. */
export function logCause(error: unknown, request: FastifyRequest): void {
  if (!(error instanceof Refusal) || error.cause === undefined) return
  const fields = { ...idsOf(request), route: request.routeOptions.url, ...errorFields(error.cause) }
  request.server.log.warn(fields, 'an outside service failed')
}

/** The id of the trace, and that of the request where a proxy has chosen it. */
function idsOf({ id: traceId, requestId }: FastifyRequest): Record<string, string> {
  return requestId === '' || requestId === traceId ? { traceId } : { traceId, requestId }
}

/** The log fields of an unhandled error: enough to find it, nothing of the request's contents. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error ? error.code : undefined
  return { error: error.name, code, message: error.message, stack: error.stack }
}

/** The same in one sentence, without the stack. */
export function errorText(error: unknown): string {
  const { error: name, code, message } = errorFields(error)
  const text = `${message || name}${code === undefined ? '' : ` (${code})`}`
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)
}
