import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Bank } from '../bank.ts'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../mail/html.ts'
import { plainPage, plainPolicy } from '../pages/plain-page.ts'
import { registerStaticFiles } from '../pages/static-files.ts'
import { openWebApp } from '../pages/web-app.ts'
import { routes } from '../routes.ts'
import { registerApiDocuments } from './api/api-documents.ts'
import { openCookies } from './api/cookies.ts'
import { isForLive, registerLive } from './api/live-connection.ts'
import { networkOf } from './api/origin.ts'
import { failureOf, problemType } from './api/problem.ts'
import { openRateLimits } from './api/rate-limits.ts'
import { type Doors, registerRoutes } from './api/registrar.ts'
import { isSecurityEvent } from './api/security-refusals.ts'
import { answerClientErrors, endWithProblem } from './connections/client-error.ts'
import { receiveRequests } from './connections/receive-requests.ts'
import { openFairQueue } from './connections/request-queue.ts'
import { dropSlowReaders } from './connections/slow-readers.ts'
import { registerHealth } from './ops/health.ts'
import { faultFields, type LogTarget, logAnswers, logOptions } from './ops/log.ts'
import { registerMetrics } from './ops/metrics.ts'
import { registerPolicyReports } from './ops/policy-reports.ts'
import { securityHeaders, sendPage } from './security-headers.ts'

/** In milliseconds. */
type Patience = {
  /** How long headers and a whole request may take to arrive, and how often that is looked at. */
  readonly headers: number
  readonly request: number
  readonly look: number
  /** How long a connection may stay after an answer with nothing more to ask. */
  readonly idle: number
  /** In which time a piece of an answer must be taken; twice as long at most. */
  readonly write: number
}

type Settings = {
  /** Where the built web app is. */
  readonly webDirectory?: string
  readonly patience?: Patience
  /** How long the first view of a user's page is waited for. A second is long, and a phone needs as long to render it. */
  readonly renderTimeoutMs?: number
  readonly logTarget?: LogTarget
}

// An answer to a person who types, or to a telephone under a bridge; not to somebody who keeps a door open.
// An idle connection costs next to nothing, and a proxy in front of us must be the first to let go of it: they do after 60 s.
const usualPatience: Patience = { headers: 10_000, request: 15_000, look: 1_000, idle: 72_000, write: 60_000 }
const bodyBytesMax = 64 * 1024
const headerBytesMax = 16 * 1024
// An idle connection takes some 20 kB. An attack with more of them is for the network in front of us.
const connectionsMax = 10_000

/** The bank's front door: not yet listening. Closing it waits for the answers under way. */
export async function openHttp(bank: Bank, settings: Settings = {}): Promise<FastifyInstance> {
  const { config } = bank
  const { patience = usualPatience, webDirectory = join(import.meta.dirname, '../../../web/dist') } = settings
  const headers = securityHeaders(config)
  const cookies = openCookies(config.publicUrl?.startsWith('https:') ?? false)
  const doors: Doors = { bank, cookies, limits: openRateLimits(config), queue: openFairQueue() }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    noteSecurityEvent(error, request, bank)
    sendFailure(error, request, reply.headers(headers), config.bankName)
  }

  const app = fastify({
    ...serverOptions(config, patience),
    logger: logOptions(config.logLevel, settings.logTarget),
    frameworkErrors: (error, request, reply) => fail(countedError(error, request, doors), request, reply),
    clientErrorHandler: answerClientErrors(headers),
  })
  app.server.maxConnections = connectionsMax
  answerExpectations(app, headers)
  dropSlowReaders(app, patience.write)
  app.removeContentTypeParser('text/plain')
  receiveRequests(app, doors, headers)
  logAnswers(app, config.logLevel)
  app.setErrorHandler(fail)
  const renderTimeoutMs = settings.renderTimeoutMs ?? 1_000
  app.setNotFoundHandler(openWebApp(app, { ...doors, directory: webDirectory, renderTimeoutMs }))
  await registerStaticFiles(app, { directory: webDirectory, count: doors.limits.counted('file', bank.clock) })

  registerRoutes(app, routes, doors)
  registerLive(app, doors)
  registerPolicyReports(app, doors)
  registerHealth(app, doors)
  // Where others can reach the bank, a proxy could pass the metrics on: they get a port of their own, or none.
  if (config.metricsPort === undefined && config.publicUrl === undefined) {
    registerMetrics(app, bank, doors.limits.counted('metrics', bank.clock))
  }
  await registerApiDocuments(app, routes, doors)
  return app
}

function serverOptions({ trustProxy, tls }: Config, patience: Patience): FastifyServerOptions {
  const options = {
    headersTimeout: patience.headers,
    connectionsCheckingInterval: patience.look,
    maxHeaderSize: headerBytesMax,
    shouldUpgradeCallback: isForLive,
  }
  return {
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: openTraceIds(),
    // A logger of its own for each request costs more than writing its id where something is logged.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: bodyBytesMax,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    // The framework's types know one kind of server at a time, and everything here is the same for both.
    ...((tls ? { https: { ...options, ...tls } } : { http: options }) as object),
    // What arrives while we close is still answered: the bank closes after its door.
    return503OnClosing: false,
  }
}

/** `Expect: 100-continue` is answered where the body is welcome; nothing else can be expected (RFC 9110, section 10.1.1). */
function answerExpectations(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    app.routing(request, response),
  )
  app.server.on('checkExpectation', ({ socket }: { socket: Socket }) =>
    endWithProblem(socket, 'expectation_failed', headers),
  )
}

/** The error of a request that no hook has seen, such as one with a path that cannot be decoded; or that it was one too many. */
function countedError(error: Error, { ip }: FastifyRequest, { limits, bank }: Doors): unknown {
  try {
    limits.countAddress('unknown', ip, bank.clock())
    return error
  } catch (refusal) {
    return refusal
  }
}

/** Ids of 32 hexadecimal digits: a random half for this process, and a count. */
function openTraceIds(): () => string {
  const half = randomBytes(8).toString('hex')
  let count = 0
  return () => half + (++count).toString(16).padStart(16, '0')
}

function noteSecurityEvent(error: unknown, request: FastifyRequest, { securityWatch, clock }: Bank): void {
  if (!isSecurityEvent(error)) return
  securityWatch.note({
    kind: error.code,
    userId: request.signedInAs ?? error.userId ?? null,
    network: networkOf(request.ip),
    route: request.routeOptions?.url ?? null,
    traceId: request.id,
    at: new Date(clock()),
  })
}

/** The one way every failure is answered. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, bankName: string): void {
  const instance = request.url.replace(/[?#].*$/, '').slice(0, 200)
  const { problem, headers, isOurs } = failureOf(error, { instance, traceId: request.id })
  if (isOurs) {
    const { method, id: traceId } = request
    const route = request.routeOptions.url ?? 'none'
    const fields = { traceId, method, route, status: problem.status, ...faultFields(error) }
    if (problem.status === 500) request.server.log.error(fields, 'a fault of ours')
    else request.server.log.info(fields, 'the database is away or busy')
  }
  reply.code(problem.status).headers(headers)
  if (problem.status === 429 && isPageRequest(request)) {
    sendPage(reply, plainPage(bankName, escapeHtml(problem.detail)), plainPolicy)
  } else reply.type(problemType).send(JSON.stringify(problem))
}

/** True for what a person has typed or followed: a problem in JSON would be no answer to them. */
function isPageRequest({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}
