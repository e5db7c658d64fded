import type { Endpoint, GivenAnswerOf } from '@bank/contract/endpoint'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Bank } from '../bank.ts'
import type { GatewaySettings } from '../config/config-gateway.ts'
import { authorizeRequest } from '../http/api/authorize-request.ts'
import type { HttpContext } from '../http/api/http-context.ts'
import { runRoute, type SentParts } from '../http/api/run-route.ts'
import { routes } from '../routes.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { isRecord } from './json-values.ts'
import { gatewayRoutes } from './routes.ts'

/** A call of a client of the hosted backend. */
export type GatewayCall = {
  readonly bank: Bank
  readonly settings: GatewaySettings
  readonly request: FastifyRequest
  readonly now: Date
  /** The path's parameters. */
  readonly params: Readonly<Record<string, string>>
  /** The fields of the JSON body. Empty where the client sent none. */
  readonly body: Readonly<Record<string, unknown>>
  /**
   * Runs one of the bank's use cases for the caller: rate limits, session, audience, form rules, verb, like a request to its
   * own path. A use case that renews the session sets its cookie, and the next one runs in the renewed session.
   */
  readonly perform: <E extends Endpoint>(endpoint: E, sent?: Partial<SentParts>) => Promise<GivenAnswerOf<E>>
}

/** Registers one call of the hosted backend. An answer of `undefined` is sent as 204. */
export type RegisterCall = (
  method: HTTPMethods,
  path: string,
  handle: (call: GatewayCall) => Promise<unknown>,
  status?: 200 | 201,
) => void

const routeOf = new Map([...routes, ...gatewayRoutes].map((route) => [route.endpoint as Endpoint, route]))

/** The call that a request makes. Reading the body throws `general_argument_invalid` when it is not an object. */
export function gatewayCall(
  context: HttpContext,
  settings: GatewaySettings,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): GatewayCall {
  const { bank, limits } = context
  return {
    bank,
    settings,
    request,
    now: new Date(bank.clock()),
    params: request.params as Record<string, string>,
    get body() {
      return bodyOf(request)
    },
    async perform<E extends Endpoint>(endpoint: E, sent: Partial<SentParts> = {}) {
      const route = routeOf.get(endpoint)
      if (route === undefined) throw new Error(`No route answers ${endpoint.method} ${endpoint.path}`)
      limits.countAddress(endpoint, request.ip, bank.clock())
      const authorized = await authorizeRequest(endpoint, context, request, reply)
      const parts = { params: {}, query: {}, body: {}, ...sent }
      return (await runRoute(route, context, { request, reply }, authorized, parts)) as GivenAnswerOf<E>
    },
  }
}

function bodyOf({ body }: FastifyRequest): GatewayCall['body'] {
  if (body === undefined || body === null) return {}
  if (isRecord(body)) return body
  throw hostedRefusal('general_argument_invalid', 'Invalid body: send a JSON object')
}
