import { endpoints } from '@bank/contract/endpoints'
import { avatarRules } from '@bank/contract/profile/avatar'
import type { FastifyInstance } from 'fastify'
import type { GatewaySettings } from '../config/config-gateway.ts'
import type { HttpContext } from '../http/api/http-context.ts'
import { requireAgreedBody, sendContinue } from '../http/api/request-body.ts'
import { Refusal } from '../refusal.ts'
import { gatewayCall } from './gateway-call.ts'
import { baseUrlOf, gatewayPath, picturePath } from './gateway-route.ts'

const { setAvatar, readAvatar } = endpoints

/**
 * Registers the upload and the reading of pictures. The upload takes the bytes and answers like an image host; the picture is the
 * user's from then on. Reading asks for the session alone, because an image element sends nothing else.
 */
export function registerPictures(
  door: FastifyInstance,
  context: HttpContext,
  settings: GatewaySettings,
): void {
  const { bank, limits } = context
  const count = limits.counted('gateway', bank.clock)
  door.route({
    method: 'POST',
    url: '/avatars',
    bodyLimit: avatarRules.bytesMax,
    onRequest: [count, async (request) => requireAgreedBody(request, setAvatar)],
    // A visitor's file is not read.
    preParsing: async (request, reply) => {
      const { sessionKey } = request.sentCookies
      if (sessionKey === undefined || !(await bank.sessions.find(sessionKey))) throw new Refusal('signed_out')
      sendContinue(request, reply)
    },
    handler: async (request, reply) => {
      const { perform } = gatewayCall(context, settings, { request, reply })
      const { avatar } = await perform(setAvatar, { body: request.body ?? new Uint8Array() })
      return { data: { url: pictureUrl(avatar, baseUrlOf(bank.config, request)) } }
    },
  })
  door.route({
    method: 'GET',
    url: picturePath,
    onRequest: count,
    handler: async (request, reply) => {
      const { perform, params } = gatewayCall(context, settings, { request, reply })
      const bytes = await perform(readAvatar, { params })
      const readers = settings.cookies === 'cross-site' ? 'cross-origin' : 'same-site'
      return reply.header('cross-origin-resource-policy', readers).type('image/webp').send(bytes)
    },
  })
}

/** The URL of a picture for clients, who have no session at the bank's own paths. A picture at the image host keeps its URL. */
export function pictureUrl(avatar: string, baseUrl: string): string {
  return avatar.startsWith('/') ? baseUrl + avatar.replace('/api/', `${gatewayPath}/`) : avatar
}
