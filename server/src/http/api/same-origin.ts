import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config/config-rules.ts'
import { Refusal } from '../../refusal.ts'

const methodsThatChangeNothing = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses (`csrf`) a request that changes something and that a browser sends from another site. A browser says where a
 * request comes from, and no page can make it lie; what is not a browser carries no cookie that it was not given.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (methodsThatChangeNothing.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') throw new Refusal('csrf')
  if (origin !== undefined && !isOwnOrigin(request, publicUrl)) throw new Refusal('csrf')
}

/**
 * Refuses (`csrf`) a live connection that a page of another site opens. Browsers let any page ask for one, send the
 * bank's cookie along, and always say which page it is: so whoever does not say is refused, too.
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!isOwnOrigin(request, publicUrl)) throw new Refusal('csrf')
}

/** Without a public address the bank is at whatever name of this machine was typed. */
function isOwnOrigin({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = headers
  return publicUrl === undefined ? isOwnName(host) && origin === `http://${host}` : origin === publicUrl
}

/** True for a name of this very machine: a page elsewhere whose name is made to lead here still has its own name. */
export function isOwnName(host: string | undefined): boolean {
  // One request after the other names the same host, and taking an address apart is slow.
  if (host !== lastHost.name) lastHost = { name: host, isOwn: host !== undefined && isLoopbackName(host) }
  return lastHost.isOwn
}

let lastHost: { name: string | undefined; isOwn: boolean } = { name: undefined, isOwn: false }

function isLoopbackName(host: string): boolean {
  const url = `http://${host}`
  return URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}
