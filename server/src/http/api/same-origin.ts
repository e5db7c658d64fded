import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config/config-values.ts'
import { Refusal } from '../../refusal.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses (`csrf`) a request with an unsafe method that a browser sends from another site. Browsers state the origin and no
 * page can change it; other clients have no cookie they were not given.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') throw new Refusal('csrf')
  if (origin !== undefined && !isOwnOrigin(request, publicUrl)) throw new Refusal('csrf')
}

/**
 * Refuses (`csrf`) a live connection from a page of another site. Browsers let any page open a WebSocket, send the bank's
 * cookie with it and always state the origin, so a request without an origin is refused too.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!isOwnOrigin(request, publicUrl)) throw new Refusal('csrf')
}

/** Without PUBLIC_URL the bank is reached by any loopback name of this machine. */
function isOwnOrigin({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = headers
  return publicUrl === undefined ? isOwnName(host) && origin === `http://${host}` : origin === publicUrl
}

/** True for a loopback name. A foreign page whose name resolves to this machine (DNS rebinding) still has its own name. */
export function isOwnName(host: string | undefined): boolean {
  // Consecutive requests name the same host, and parsing a URL is slow.
  if (host !== lastHost.name) lastHost = { name: host, isOwn: host !== undefined && isLoopbackName(host) }
  return lastHost.isOwn
}

let lastHost: { name: string | undefined; isOwn: boolean } = { name: undefined, isOwn: false }

function isLoopbackName(host: string): boolean {
  const url = `http://${host}`
  return URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}
