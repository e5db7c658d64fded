import { pageAt } from '@bank/contract/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bank } from '../../bank.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When it arrived, in milliseconds on a monotonic clock; 0 for one that reached no hook. */
    arrivedAt: number
  }
}

/**
 * Counts each answer and the time until it begins. Not in `onResponse`: its listeners would cost each request more than the rest, and
 * a slow reader is no slow bank.
 */
export function measureRequests(app: FastifyInstance, { requests }: Pick<Bank, 'requests'>): void {
  app.decorateRequest('arrivedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now()
    done()
  })
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    const { arrivedAt, method } = request
    if (arrivedAt > 0) requests.answered(routeOf(request), method, statusCode, performance.now() - arrivedAt)
    done()
  })
}

/** The pattern of the route or of the page: there are as many as the bank has, whatever is asked for. */
function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? pageAt(url.replace(/[?#].*$/, ''))?.path ?? 'none'
}
