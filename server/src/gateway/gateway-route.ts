import type { FastifyRequest } from 'fastify'

/** The base path of the hosted backend's calls. */
export const gatewayPath = '/v1'

/** True for a request that was routed to a call of the hosted backend. The URL may spell the path in other ways. */
export function isGatewayCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(gatewayPath) ?? false
}
