import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { type LogLevel, logLevels } from '../../config/config-rules.ts'
import { networkOf } from '../api/origin.ts'

/** Where log lines go, when not to the standard output. */
export type LogTarget = { readonly write: (line: string) => void }

/** JSON lines in UTC. Whoever logs names each field: no line ever holds a whole request. */
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

/** One line for each answer, at level `info`. The route as it is written in the contract, never the ids in it. */
export function logAnswers(app: FastifyInstance, level: LogLevel): void {
  // At the usual level nobody would read it, and each answer would still pay for it.
  if (!isLogged('info', level)) return
  app.addHook('onResponse', (request, reply, done) => {
    app.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        traceId: request.id,
        network: networkOf(request.ip),
      },
      'answered',
    )
    done()
  })
}

/** True when lines of this level are written at the level that is set. */
export function isLogged(level: LogLevel, set: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(set) && set !== 'silent'
}

/** What is logged of a fault of ours: enough to find it, nothing of what was asked. */
export function faultFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error }
  const code = 'code' in error ? error.code : undefined
  return { fault: error.name, code, message: error.message, stack: error.stack }
}
