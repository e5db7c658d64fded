import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** The base path of the hosted backend's calls. */
export const gatewayPath = '/v1'

/** True for a request that was routed to a call of the hosted backend. The URL may spell the path in other ways. */
export function isGatewayCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(gatewayPath) ?? false
}

/** Where the pictures of users are read, for the bank's clients' image elements. */
export const picturePath = '/avatars/:id'

/** True for a request of an image element. */
export function isPictureRequest({ routeOptions, method }: FastifyRequest): boolean {
  return method === 'GET' && routeOptions.url === gatewayPath + picturePath
}

/** The path of the realtime connection. */
export const realtimePath = `${gatewayPath}/realtime`

/** True for a request of the realtime connection. */
export function isRealtimeRequest({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === realtimePath
}

/** The address of the bank as the client reaches it. */
export function baseUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, { headers }: FastifyRequest): string {
  return publicUrl ?? `http://${headers.host}`
}
