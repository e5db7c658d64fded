import { Readable } from 'node:stream'
import { isWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RequestPayload } from 'fastify'
import { Refusal } from '../../refusal.ts'
import { type AuthorizedRequest, authorizeRequest } from './authorize-request.ts'
import { sendFixedResult } from './fixed-answer.ts'
import type { HttpContext } from './http-context.ts'
import { openFilePace } from './paced-files.ts'
import { requireAgreedBody, sendContinue } from './request-body.ts'
import type { Route } from './route.ts'
import { runRoute } from './run-route.ts'

// Each of their answers is that of an instruction that names its session.
const verifiedByBooks: ReadonlySet<Endpoint> = new Set([endpoints.sendTransfer])

/** Registers every route: rate limits, session, audience, form rules, verb, answer, in this order. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], context: HttpContext): void {
  const fileTypes = new Set(routes.flatMap(({ endpoint }) => endpoint.file?.types ?? []))
  app.addContentTypeParser([...fileTypes], { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  )
  const authorizedEarly = new WeakMap<FastifyRequest, AuthorizedRequest>()
  const paced = openFilePace()
  for (const route of routes) {
    const { endpoint } = route
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.file && { bodyLimit: endpoint.file.bytesMax }),
      onRequest: (request, reply, done) => {
        const left = context.limits.countAddress(endpoint, request.ip, context.bank.clock())
        if (left !== undefined) reply.header('ratelimit', left)
        requireAgreedBody(request, endpoint)
        if (!endpoint.file) sendContinue(request, reply)
        done()
      },
      // A file is large: the caller is authorized before it is read.
      ...(endpoint.file && {
        preParsing: async (request: FastifyRequest, reply: FastifyReply, file: RequestPayload) => {
          authorizedEarly.set(request, await authorizeRequest(endpoint, context, request, reply))
          sendContinue(request, reply)
          return Readable.from(paced(file))
        },
      }),
      handler: async (request, reply) => {
        const mayRecall = verifiedByBooks.has(endpoint)
        const authorized =
          authorizedEarly.get(request) ??
          (await authorizeRequest(endpoint, context, request, reply, { mayRecall }))
        try {
          return await answer(route, context, request, reply, authorized)
        } catch (error) {
          if (!authorized.actor?.isRecalled || !isAboutCaller(error)) throw error
          // Refused where the session has ended, whatever else was wrong.
          const again = await authorizeRequest(endpoint, context, request, reply, { isAgain: true })
          // A form's refusal is given again, because fields that it does not have are audited only now.
          if (error.code !== 'signed_out' && error.code !== 'validation') throw error
          return answer(route, context, request, reply, again)
        }
      },
    })
  }
  // Before the body is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseOtherMethod(app, context, request, reply)
    done()
  })
}

/** Refuses a method that the path does not have. Routes for all such methods would outnumber the others. */
function refuseOtherMethod(
  app: FastifyInstance,
  { limits, bank }: HttpContext,
  { url, ip }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!url.startsWith('/api/')) return
  const allowed = everyMethod.filter((method) => app.findRoute({ method, url }) !== null)
  if (allowed.length === 0) return
  limits.countAddress('unknown', ip, bank.clock())
  reply.header('allow', allowed.join(', '))
  throw new Refusal('method_not_allowed')
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** False for a failure of the bank: it tells nothing, and another look-up would add to the load. */
function isAboutCaller(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code !== 'busy' && error.code !== 'outcome_unknown'
}

async function answer(
  route: Route,
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  authorized: AuthorizedRequest,
): Promise<FastifyReply> {
  const { endpoint } = route
  const body = request.body ?? (endpoint.file ? new Uint8Array() : {})
  const sent = { params: request.params, query: request.query, body }
  const result = await runRoute(route, context, { request, reply }, authorized, sent)
  reply.code(isWaitingAct(result) ? 202 : endpoint.status)
  if (result === undefined) return reply.send()
  if (endpoint.answerType !== undefined) return reply.type(endpoint.answerType).send(result)
  if (endpoint.isFixed) return sendFixedResult(request, reply, result as object)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
}
