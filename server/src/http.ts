import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Bank } from './bank.ts'
import { answerClientError, rawProblem } from './http/client-error.ts'
import { openCookies } from './http/cookies.ts'
import { docsPage } from './http/docs-page.ts'
import { registerHealth } from './http/health.ts'
import { isForLive, registerLive } from './http/live-door.ts'
import { faultFields, type LogTarget, logAnswers, logOptions } from './http/log.ts'
import { registerMetrics } from './http/metrics.ts'
import { openApiOf } from './http/open-api.ts'
import { policyReportPath, registerPolicyReports } from './http/policy-reports.ts'
import { failureOf, problemType } from './http/problem.ts'
import { openRateLimits } from './http/rate-limits.ts'
import { registerRoutes } from './http/registrar.ts'
import { requireSameOrigin } from './http/same-origin.ts'
import { securityHeaders, sendPage } from './http/security-headers.ts'
import { openWebApp } from './http/web-app.ts'
import { routes } from './routes.ts'

/** In milliseconds. */
type Patience = {
  /** How long headers and a whole request may take to arrive, and how often that is looked at. */
  readonly headers: number
  readonly request: number
  readonly look: number
  /** How long a connection may stay after an answer with nothing more to ask. */
  readonly idle: number
}

type Settings = {
  /** Where the built web app is. */
  readonly webDirectory?: string
  readonly patience?: Patience
  /** For how long a page is waited for to be drawn. A second is long, and a telephone needs as long to draw it. */
  readonly drawingMilliseconds?: number
  readonly logTarget?: LogTarget
}

// An answer to a person who types, or to a telephone under a bridge; not to somebody who keeps a door open.
// An idle connection costs next to nothing, and a proxy in front of us must be the first to let go of it: they do after 60 s.
const usualPatience: Patience = { headers: 10_000, request: 15_000, look: 1_000, idle: 72_000 }
const bodyBytesMax = 64 * 1024
const headerBytesMax = 16 * 1024

/** The bank's front door: not yet listening. Closing it waits for the answers under way. */
export async function openHttp(bank: Bank, settings: Settings = {}): Promise<FastifyInstance> {
  const { config } = bank
  const { patience = usualPatience, webDirectory = join(import.meta.dirname, '../../web/dist') } = settings
  const headers = securityHeaders(config)
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendFailure(error, request, reply.headers(headers))

  const app = fastify({
    logger: logOptions(config.logLevel, settings.logTarget),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: openTraceIds(),
    // A logger of its own for each request costs more than writing its id where something is logged.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: bodyBytesMax,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    http: {
      headersTimeout: patience.headers,
      connectionsCheckingInterval: patience.look,
      maxHeaderSize: headerBytesMax,
      shouldUpgradeCallback: isForLive,
    },
    // What arrives while we close is still answered: the bank closes after its door.
    return503OnClosing: false,
    frameworkErrors: fail,
    clientErrorHandler: answerClientError,
  })
  app.server.on('checkContinue', refuseExpectation).on('checkExpectation', refuseExpectation)
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.routeOptions.url !== policyReportPath) requireSameOrigin(request, config.publicUrl)
    done()
  })
  logAnswers(app, config.logLevel)
  app.setErrorHandler(fail)
  const patienceMilliseconds = settings.drawingMilliseconds ?? 1_000
  app.setNotFoundHandler(openWebApp(app, { config, directory: webDirectory, patienceMilliseconds }))

  const cookies = openCookies(config.publicUrl?.startsWith('https:') ?? false)
  const doors = { bank, cookies, limits: openRateLimits(config) }
  registerRoutes(app, routes, doors)
  registerLive(app, doors)
  registerPolicyReports(app, doors)
  registerHealth(app, bank)
  registerMetrics(app, bank)
  registerDocs(app, { bankName: config.bankName, sessionName: cookies.sessionName })
  return app
}

/** Ids of 32 hexadecimal digits: a random half for this process, and a count. */
function openTraceIds(): () => string {
  const half = randomBytes(8).toString('hex')
  let count = 0
  return () => half + (++count).toString(16).padStart(16, '0')
}

/** Nothing the bank is sent is so large that it must ask first: who asks is up to something else. */
function refuseExpectation({ socket }: { socket: Socket }): void {
  socket.end(rawProblem('malformed'), () => socket.destroy())
}

/** The one way every failure is answered. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const instance = request.url.replace(/[?#].*$/, '').slice(0, 200)
  const { problem, headers, isOurs } = failureOf(error, { instance, traceId: request.id })
  if (isOurs) {
    const { method, id: traceId } = request
    const route = request.routeOptions.url ?? 'none'
    const fields = { traceId, method, route, status: problem.status, ...faultFields(error) }
    if (problem.status === 500) request.server.log.error(fields, 'a fault of ours')
    else request.server.log.info(fields, 'the database is away or busy')
  }
  reply.code(problem.status).headers(headers).type(problemType).send(JSON.stringify(problem))
}

function registerDocs(app: FastifyInstance, named: { bankName: string; sessionName: string }): void {
  app.get('/api/openapi.json', async () => openApiOf(routes, named))
  app.get('/api/docs', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return sendPage(reply, docsPage(routes, named.bankName, nonce), policy)
  })
}
