import type { FastifyInstance } from 'fastify'
import { requireGatewayOrigin } from '../../gateway/cross-origin.ts'
import { isGatewayCall } from '../../gateway/gateway-route.ts'
import type { SentCookies } from '../api/cookies.ts'
import { cookiesOf, type HttpContext } from '../api/http-context.ts'
import { requireSameOrigin } from '../api/same-origin.ts'
import { policyReportPath } from '../ops/policy-reports.ts'
import type { RequestQueue } from './request-queue.ts'
import { requireUnambiguousRequest } from './unambiguous-request.ts'

/**
 * Before its route, every request waits for its turn in the queue and must be unambiguous and come from an allowed origin. `headers` are
 * those of every answer.
 */
export function receiveRequests(
  app: FastifyInstance,
  context: HttpContext,
  headers: Readonly<Record<string, string>>,
): void {
  const { bank, queue } = context
  const { gateway, publicUrl } = bank.config
  app.decorateRequest('sentCookies', null as unknown as SentCookies)
  app.decorateRequest('signedInAs', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    request.sentCookies = cookiesOf(context, request).read(request.headers.cookie)
    queue.enter({ sessionKey: request.sentCookies.sessionKey, ip: request.ip }, (refusal) => {
      // The client has disconnected in the meantime.
      if (request.socket.destroyed) return
      try {
        requireUnambiguousRequest(request.raw)
        if (gateway && isGatewayCall(request)) requireGatewayOrigin(request, reply, gateway)
        else if (request.routeOptions.url !== policyReportPath) requireSameOrigin(request, publicUrl)
        // After the headers that let the page of an allowed origin read it.
        if (refusal) throw refusal
      } catch (error) {
        return done(error as Error)
      }
      done()
    })
  })
  parseInTurn(app, queue)
}

// Longer than any form except a message to support; a shorter body is parsed within a fraction of a millisecond.
const shortBodyMax = 4 * 1024

/** Parses JSON. A long body takes another turn in the queue, because several may arrive in one turn of the event loop. */
function parseInTurn(app: FastifyInstance, queue: RequestQueue): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length <= shortBodyMax) return void parse(request, body, done)
    const { ip, sentCookies } = request
    queue.enter({ sessionKey: sentCookies.sessionKey, ip }, (refusal) => {
      if (refusal) done(refusal)
      else void parse(request, body, done)
    })
  })
}
