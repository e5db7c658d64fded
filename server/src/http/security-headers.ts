import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** Headers for every answer. What is no page shows nothing, runs nothing and is framed by nobody. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Two years, as browsers' own lists ask for.
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** Where the market ticker's provider serves its widget. */
const tickerOrigin = 'https://www.tradingview-widget.com'

/** The Content-Security-Policy of the bank's pages. `nonce` is this answer's own; `scriptHashes` are base64 SHA-256. */
export function pagePolicy(
  { publicUrl, imageHost, ticker }: Pick<Config, 'publicUrl' | 'imageHost' | 'ticker'>,
  { nonce, scriptHashes }: { nonce: string; scriptHashes: readonly string[] },
): string {
  const scripts = scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('')
  const pictures = imageHost === undefined ? '' : ` ${imageHost.origin}`
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    "script-src-attr 'none'",
    // The build writes the toasts' styles into a file, so that no library's inline style needs a hash here.
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `img-src 'self' data: blob:${pictures}`,
    "font-src 'self'",
    // Before the frame is shown, the page asks whether the ticker's provider can be reached, and asks it nothing else.
    `connect-src 'self'${ticker ? ` ${tickerOrigin}/embed-widget/ticker-tape/` : ''}`,
    `frame-src ${ticker ? tickerOrigin : "'none'"}`,
    "worker-src 'none'",
    "manifest-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No text becomes markup or a script's address by way of the DOM, whatever a library may try.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-uri /api/csp-report',
    ...(publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Sends a page of our own making, under its own policy. */
export function sendPage(reply: FastifyReply, html: string | Buffer, policy: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}
