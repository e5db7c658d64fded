import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewaySettings } from '../config/config-gateway.ts'
import type { HttpContext } from '../http/api/http-context.ts'
import { Refusal } from '../refusal.ts'
import { isPictureRequest, isRealtimeRequest } from './gateway-route.ts'
import { hostedRefusal } from './hosted-refusal.ts'

/**
 * Refuses a request from a page that is not allowed, and lets the page of an allowed origin read the answer. Clients that are
 * not browsers send no origin and have no cookie they were not given. No form, image or link of another origin can send the
 * project's header, so cross-site requests always begin with a preflight.
 */
export function requireGatewayOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { origins }: GatewaySettings,
): void {
  // It is refused by a message.
  if (isRealtimeRequest(request)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  reply.header('vary', 'Origin')
  if (origin === undefined) {
    // Another page can show a picture only to the user who may see it, and cannot read it.
    if (isPictureRequest(request)) return
    if (site === undefined || site === 'same-origin' || site === 'none') return
  } else if (origins.includes(origin)) {
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    return
  }
  const message = 'Invalid Origin. Ask the bank to allow this origin'
  throw hostedRefusal('general_unknown_origin', message, new Refusal('csrf'))
}

/** The headers that the clients send. The last six are ignored, but a browser that sends one must be allowed to. */
const requestHeaders = [
  'content-type',
  'x-appwrite-project',
  'x-appwrite-response-format',
  'x-sdk-name',
  'x-sdk-platform',
  'x-sdk-language',
  'x-sdk-version',
  'x-appwrite-locale',
  'x-appwrite-jwt',
  'x-appwrite-session',
  'x-fallback-cookies',
]

// Minutes: long enough that most calls need no preflight, short enough that a removed origin is soon without one.
const preflightSeconds = 600

/** Answers preflight requests (Fetch standard, CORS protocol). Their origin has been checked. */
export function answerPreflights(door: FastifyInstance, { limits, bank }: HttpContext): void {
  door.options('/*', { onRequest: limits.counted('preflight', bank.clock) }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers': requestHeaders.join(', '),
        'access-control-max-age': String(preflightSeconds),
      })
      .send(),
  )
}
