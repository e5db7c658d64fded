import type { FastifyRequest } from 'fastify'
import type { Bank } from '../../bank.ts'
import { isGatewayCall } from '../../gateway/gateway-route.ts'
import type { RequestQueue } from '../connections/request-queue.ts'
import type { Cookies } from './cookies.ts'
import type { RateLimits } from './rate-limits.ts'
import type { NoteCutOff } from './security-refusals.ts'
import type { UserTurns } from './turns-of-a-user.ts'

/** What every part of the HTTP server uses. */
export type HttpContext = {
  readonly bank: Bank
  readonly cookies: Cookies
  /** The cookies of the hosted backend's clients; undefined while the gateway is off. */
  readonly gatewayCookies: Cookies | undefined
  readonly limits: RateLimits
  readonly turns: UserTurns
  readonly queue: RequestQueue
  readonly noteCutOff: NoteCutOff
}

/** The cookies that a request is read by and answered with. */
export function cookiesOf({ cookies, gatewayCookies }: HttpContext, request: FastifyRequest): Cookies {
  return gatewayCookies !== undefined && isGatewayCall(request) ? gatewayCookies : cookies
}
