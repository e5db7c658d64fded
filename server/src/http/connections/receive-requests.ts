import type { FastifyInstance } from 'fastify'
import type { SentCookies } from '../api/cookies.ts'
import type { Doors } from '../api/registrar.ts'
import { requireSameOrigin } from '../api/same-origin.ts'
import { policyReportPath } from '../ops/policy-reports.ts'
import type { FairQueue } from './request-queue.ts'
import { requireOneReading } from './unambiguous-request.ts'

/**
 * What happens to every request before its route: its cookies are read, it waits for its turn, and it must be well formed
 * and come from the bank's own pages or from no browser. `headers` are those of every answer.
 */
export function receiveRequests(
  app: FastifyInstance,
  { bank, cookies, queue }: Doors,
  headers: Readonly<Record<string, string>>,
): void {
  app.decorateRequest('sentCookies', null as unknown as SentCookies)
  app.decorateRequest('signedInAs', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    request.sentCookies = cookies.read(request.headers.cookie)
    queue.enter({ sessionKey: request.sentCookies.sessionKey, ip: request.ip }, (refusal) => {
      // The caller has hung up meanwhile.
      if (request.socket.destroyed) return
      try {
        if (refusal) throw refusal
        requireOneReading(request.raw)
        if (request.routeOptions.url !== policyReportPath) requireSameOrigin(request, bank.config.publicUrl)
      } catch (error) {
        return done(error as Error)
      }
      done()
    })
  })
  parseInTurn(app, queue)
}

// Longer than any form but a message to support; shorter ones are understood within a fraction of a millisecond.
const shortBodyMax = 4 * 1024

/** Parses JSON; a long body waits for another turn, because its bytes arrive together with those of others. */
function parseInTurn(app: FastifyInstance, queue: FairQueue): void {
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
