import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireGatewayOrigin } from '../../gateway/cross-origin.ts'
import { isGatewayCall } from '../../gateway/gateway-route.ts'
import type { SentCookies } from '../api/cookies.ts'
import { cookiesOf, type HttpContext } from '../api/http-context.ts'
import { requireSameOrigin } from '../api/same-origin.ts'
import type { NoteCutOff } from '../api/security-refusals.ts'
import { policyReportPath } from '../ops/policy-reports.ts'
import { type RequestIds, requestIdHeader } from '../request-ids.ts'
import { requireUnambiguousRequest } from './unambiguous-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its session had used up its budget in the queue of requests when it started, or it opens a realtime connection. */
    isOverBudget: boolean
  }
}

/**
 * Before its route, every request waits for its turn in the queue and must be unambiguous and come from an allowed origin. `headers` are
 * those of every answer.
 */
export function receiveRequests(
  app: FastifyInstance,
  context: HttpContext,
  headers: Readonly<Record<string, string>>,
  { requestIdOf }: RequestIds,
): void {
  const { bank, queue, noteCutOff } = context
  const { gateway, publicUrl } = bank.config
  app.decorateRequest('sentCookies', null as unknown as SentCookies)
  app.decorateRequest('signedInAs', null)
  app.decorateRequest('requestId', '')
  app.decorateRequest('isOverBudget', false)
  app.addHook('onRequest', (request, reply, done) => {
    request.requestId = requestIdOf(request)
    reply.headers(headers).header(requestIdHeader, request.requestId)
    request.sentCookies = cookiesOf(context, request).read(request.headers.cookie)
    const from = { sessionKey: request.sentCookies.sessionKey, ip: request.ip }
    const isTaken = queue.enter(from, (isOverBudget) => {
      request.isOverBudget = isOverBudget
      // The client has disconnected in the meantime.
      if (request.socket.destroyed) return
      try {
        requireUnambiguousRequest(request.raw)
        if (gateway && isGatewayCall(request)) requireGatewayOrigin(request, reply, gateway)
        else if (request.routeOptions.url !== policyReportPath) requireSameOrigin(request, publicUrl)
      } catch (error) {
        return done(error as Error)
      }
      done()
    })
    // An answer would be work that does not wait for its turn.
    if (!isTaken) endUnanswered(request, noteCutOff)
  })
  parseInTurn(app, context)
}

// Longer than any form except a message to support; a shorter body is parsed within a fraction of a millisecond.
const shortBodyMax = 4 * 1024

/**
 * Parses JSON. A long body takes another turn in the queue, because several may arrive in one turn of the event loop. No session goes
 * ahead with one: the first long bodies of twenty sessions would be parsed at once, 5 ms each.
 */
function parseInTurn(app: FastifyInstance, { queue, noteCutOff }: HttpContext): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length <= shortBodyMax) return void parse(request, body, done)
    const isTaken = queue.enter({ sessionKey: undefined, ip: request.ip }, () => {
      void parse(request, body, done)
    })
    if (!isTaken) endUnanswered(request, noteCutOff)
  })
}

function endUnanswered({ ip, socket }: FastifyRequest, noteCutOff: NoteCutOff): void {
  noteCutOff('queue_full', ip)
  socket.destroy()
}
