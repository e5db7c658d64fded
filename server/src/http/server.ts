import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { livePath } from '@bank/contract/live/live-message'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Bank } from '../bank.ts'
import type { Config } from '../config/config.ts'
import { registerGateway } from '../gateway/gateway.ts'
import { realtimePath } from '../gateway/gateway-route.ts'
import { buildOf } from '../pages/build-of.ts'
import { registerStaticFiles } from '../pages/static-files.ts'
import { openWebApp } from '../pages/web-app.ts'
import { routes } from '../routes.ts'
import { registerApiDocuments } from './api/api-documents.ts'
import { openCookies, openGatewayCookies } from './api/cookies.ts'
import type { HttpContext } from './api/http-context.ts'
import { registerLiveConnection } from './api/live-route.ts'
import { openRateLimits } from './api/rate-limits.ts'
import { registerRoutes } from './api/registrar.ts'
import { bodyBytesMax } from './api/request-body.ts'
import { type NoteCutOff, noteSecurityEvent, openCutOffs } from './api/security-refusals.ts'
import { openUserTurns } from './api/turns-of-a-user.ts'
import { answerClientError, endWithProblem } from './connections/client-error.ts'
import { limitConnections } from './connections/connection-limits.ts'
import { closeConnections } from './connections/open-connections.ts'
import { endPipelines, stopParsing } from './connections/pipelines.ts'
import { receiveRequests } from './connections/receive-requests.ts'
import { openRequestQueue } from './connections/request-queue.ts'
import { dropSlowReaders } from './connections/slow-readers.ts'
import { isUpgradeOf, openUpgrades } from './connections/upgrades.ts'
import { sendFailure } from './failure-answer.ts'
import { registerHealth } from './ops/health.ts'
import { type LogTarget, logAnswers, logOptions } from './ops/log.ts'
import { measureRequests } from './ops/measure-requests.ts'
import { registerMetrics } from './ops/metrics.ts'
import { registerPolicyReports } from './ops/policy-reports.ts'
import { traceRequests } from './ops/trace-requests.ts'
import { openRequestIds, requestIdHeader } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'

/** In milliseconds. */
type Timeouts = {
  /** For the headers and for the whole request to arrive, and how often that is checked. */
  readonly headers: number
  readonly request: number
  readonly check: number
  /** For the next request on a connection that is kept alive. */
  readonly idle: number
  /** For the client to read a chunk of an answer; at most twice as long. */
  readonly write: number
  /** For the requests under way when the server closes. */
  readonly close: number
}

type Settings = {
  /** The folder of the built web app. */
  readonly webDirectory?: string
  readonly timeouts?: Timeouts
  /** The time limit for the first view of a user's page. A phone needs as long to render it. */
  readonly renderTimeoutMs?: number
  readonly logTarget?: LogTarget
}

// Enough for a phone on a slow network, too short for a client that holds connections open (slowloris).
// An idle connection costs little, and a proxy in front, which closes it after 60 s by default, must be the first to close it.
const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 15_000,
  check: 1_000,
  idle: 72_000,
  write: 60_000,
  // The program ends after 10 s, and closes the books and the database in what is left.
  close: 8_000,
}
const headerBytesMax = 16 * 1024

/** The bank's HTTP server, not yet listening. Closing it waits for the requests in progress, for up to `timeouts.close`. */
export async function openHttp(bank: Bank, settings: Settings = {}): Promise<FastifyInstance> {
  const { config } = bank
  const { timeouts = defaultTimeouts, webDirectory = join(import.meta.dirname, '../../../web/dist') } =
    settings
  const build = buildOf(webDirectory)
  // A page that is from another build asks its user to reload.
  const headers = { ...securityHeaders(config), ...(build && { 'bank-build': build }) }
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const context: HttpContext = {
    bank,
    cookies: openCookies(isSecure),
    gatewayCookies: config.gateway && openGatewayCookies(config.gateway, isSecure),
    limits: openRateLimits(config),
    turns: openUserTurns(config),
    queue: openRequestQueue({ isBudgeted: config.rateLimits }),
    noteCutOff: openCutOffs(bank),
  }
  const ids = openRequestIds(config.trustProxy)
  bank.requests.watchQueue(context.queue.waitingCount)
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    noteSecurityEvent(error, request, bank)
    reply.headers(headers).header(requestIdHeader, ids.requestIdOf(request))
    sendFailure(error, request, reply, bank)
  }

  const app = fastify({
    ...serverOptions(config, timeouts, context.noteCutOff),
    genReqId: ids.traceIdOf,
    logger: logOptions(config.logLevel, settings.logTarget),
    frameworkErrors: (error, request, reply) => fail(countedError(error, request, context), request, reply),
    clientErrorHandler: answerClientError(headers),
  })
  bank.certificate?.onChange((tls) => (app.server as unknown as SecureServer).setSecureContext(tls))
  limitConnections(app.server, config, context.noteCutOff)
  answerExpectations(app, headers)
  dropSlowReaders(app, timeouts.write)
  closeConnections(app, timeouts.close)
  app.removeContentTypeParser('text/plain')
  // First, so that the time in the queue of requests counts.
  measureRequests(app, bank)
  traceRequests(app, bank.tracing, ids)
  receiveRequests(app, context, headers, ids)
  logAnswers(app, config.logLevel)
  app.setErrorHandler(fail)
  const renderTimeoutMs = settings.renderTimeoutMs ?? 3_000
  app.setNotFoundHandler(openWebApp(app, { ...context, directory: webDirectory, build, renderTimeoutMs }))
  await registerStaticFiles(app, {
    directory: webDirectory,
    count: context.limits.counted('file', bank.clock),
  })

  registerRoutes(app, routes, context)
  const upgrades = openUpgrades(app, context, headers)
  registerGateway(app, context, upgrades)
  registerLiveConnection(app, context, upgrades)
  registerPolicyReports(app, context)
  registerHealth(app, context)
  // With a public URL a proxy could forward the metrics, so they need METRICS_PORT.
  if (config.metricsPort === undefined && config.publicUrl === undefined) {
    registerMetrics(app, bank, context.limits.counted('metrics', bank.clock))
  }
  registerApiDocuments(app, routes, context)
  return app
}

function serverOptions(
  { trustProxy, tls, gateway }: Config,
  timeouts: Timeouts,
  noteCutOff: NoteCutOff,
): FastifyServerOptions {
  const options = {
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.check,
    maxHeaderSize: headerBytesMax,
    shouldUpgradeCallback: isUpgradeOf(gateway ? [livePath, realtimePath] : [livePath]),
  }
  return {
    logController: new LogController({ disableRequestLogging: true }),
    // The contract has the schemas. The framework's own compilers would be a seventh of the modules that a start loads.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // A child logger for each request costs more than adding the trace id to each line.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: bodyBytesMax,
    serverFactory: (handle) =>
      tls
        ? createSecureServer({ ...options, ...tls }, endPipelines(handle, noteCutOff))
        : createServer(options, endPipelines(handle, noteCutOff)),
    // A request that arrives while the server closes is still answered: the bank closes after it.
    return503OnClosing: false,
  }
}

function refuseSchema(): never {
  throw new Error('A route has no schema of the framework: its endpoint has one in the contract')
}

/** The route answers `Expect: 100-continue`; any other expectation is refused (RFC 9110, section 10.1.1). */
function answerExpectations(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response),
  )
  app.server.on('checkExpectation', ({ socket }: { socket: Socket }) => {
    endWithProblem(socket, 'expectation_failed', headers)
    stopParsing(socket)
  })
}

/** The error of a request that reaches no hook, such as one with a malformed path; or `too_many_attempts`. */
function countedError(error: Error, { ip }: FastifyRequest, { limits, bank }: HttpContext): unknown {
  try {
    limits.countAddress('unknown', ip, bank.clock())
    return error
  } catch (refusal) {
    return refusal
  }
}
