import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { GatewaySettings } from '../config/config-gateway.ts'
import type { HttpContext } from '../http/api/http-context.ts'
import { failureOf } from '../http/api/problem.ts'
import { sendContinue } from '../http/api/request-body.ts'
import { noteSecurityEvent } from '../http/api/security-refusals.ts'
import type { Upgrades } from '../http/connections/upgrades.ts'
import { logFailure } from '../http/ops/log.ts'
import { registerAccountCalls } from './account-calls.ts'
import { answerPreflights } from './cross-origin.ts'
import { registerDocumentCalls } from './document-calls.ts'
import { gatewayCall, type RegisterCall } from './gateway-call.ts'
import { gatewayPath, isPictureRequest, isRealtimeRequest } from './gateway-route.ts'
import { hostedError, hostedRefusal, hostedTypeOf, isHostedRefusal } from './hosted-refusal.ts'
import { registerPictures } from './pictures.ts'
import { registerRealtime } from './realtime.ts'

/**
 * Registers the calls of the hosted backend (specification §7) under `/v1`, when GATEWAY_PROJECT switches them on. Each is
 * translated into calls of the bank's own use cases by the same caller; the gateway itself reads and writes nothing.
 */
export function registerGateway(app: FastifyInstance, context: HttpContext, upgrades: Upgrades): void {
  const { gateway: settings } = context.bank.config
  if (settings === undefined) return
  void app.register(
    async (door) => {
      door.setErrorHandler((error, request, reply) => fail(error, request, reply, context))
      door.addHook('onRequest', (request, _reply, done) => {
        // Image elements and WebSockets send no headers of the page's.
        if (!isPictureRequest(request) && !isRealtimeRequest(request))
          requireProject(request, settings, context)
        done()
      })
      answerPreflights(door, context)
      const register: RegisterCall = (method, url, handle, status = 200) => {
        door.route({
          method,
          url,
          onRequest: [
            context.limits.counted('gateway', context.bank.clock),
            async (request, reply) => sendContinue(request, reply),
          ],
          handler: async (request, reply) => {
            const answer = await handle(gatewayCall(context, settings, { request, reply }))
            return answer === undefined ? reply.code(204).send() : reply.code(status).send(answer)
          },
        })
      }
      register('GET', '/ping', async () => 'Pong!')
      registerAccountCalls(register)
      registerDocumentCalls(register)
      registerPictures(door, context, settings)
      registerRealtime(door, context, settings, upgrades)
      registerUnknownCalls(door, context)
    },
    { prefix: gatewayPath },
  )
}

function requireProject(
  { method, headers, ip }: FastifyRequest,
  { project }: GatewaySettings,
  { limits, bank }: HttpContext,
): void {
  // A preflight names the header without its value.
  if (method === 'OPTIONS' || headers['x-appwrite-project'] === project) return
  limits.countAddress('unknown', ip, bank.clock())
  throw hostedRefusal('project_not_found', 'Project with the requested ID could not be found')
}

const otherMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function registerUnknownCalls(door: FastifyInstance, { limits, bank }: HttpContext): void {
  for (const url of ['/', '/*']) {
    door.route({
      method: otherMethods,
      url,
      onRequest: limits.counted('unknown', bank.clock),
      handler: async () => {
        throw hostedRefusal('general_route_not_found', 'The requested route was not found')
      },
    })
  }
}

/** Answers an error in the hosted backend's form, with the bank's sentence. */
function fail(error: unknown, request: FastifyRequest, reply: FastifyReply, { bank }: HttpContext): void {
  noteSecurityEvent(isHostedRefusal(error) ? error.cause : error, request, bank)
  const { body, headers } = isHostedRefusal(error)
    ? { body: hostedError(error.hostedType, error.message), headers: {} }
    : hostedFailure(error, request)
  reply.code(body.code).headers(headers).type('application/json').send(JSON.stringify(body))
}

/** A refusal of the bank in the hosted backend's form. */
function hostedFailure(error: unknown, request: FastifyRequest) {
  const { problem, headers, isLogged } = failureOf(error, { instance: request.url, traceId: request.id })
  if (isLogged) logFailure(error, request, problem.status)
  const isDocument = request.routeOptions.url?.startsWith(`${gatewayPath}/databases`) ?? false
  // The message of a form is general; that of its first field says what is wrong.
  const message = (problem.code === 'validation' && problem.errors[0]?.detail) || problem.detail
  return { body: hostedError(hostedTypeOf(problem.code, problem.status, isDocument), message), headers }
}
