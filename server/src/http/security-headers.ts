import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** The Content-Security-Policy of an answer that loads nothing. `base-uri` and `frame-ancestors` have no default. */
export const emptyPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of every answer. By default an answer may load nothing, run nothing and be framed by no page; pages set their own policy. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  return {
    'cache-control': 'no-store',
    'content-security-policy': emptyPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Two years, as the preload list requires.
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** The origin of the market ticker's widget. */
const tickerOrigin = 'https://www.tradingview-widget.com'

/** The Content-Security-Policy of the bank's pages. `nonce` belongs to this answer; `scriptHashes` are base64 SHA-256. */
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
    // The build moves the toasts' styles into a file, so no inline style needs a hash.
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `img-src 'self' data: blob:${pictures}`,
    "font-src 'self'",
    // The page checks that the ticker's provider is reachable before it shows the frame.
    `connect-src 'self'${ticker ? ` ${tickerOrigin}/embed-widget/ticker-tape/` : ''}`,
    `frame-src ${ticker ? tickerOrigin : "'none'"}`,
    "worker-src 'none'",
    "manifest-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No script can turn text into markup or a script URL through the DOM.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-uri /api/csp-report',
    ...(publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Sends an HTML page with its policy. */
export function sendPage(reply: FastifyReply, html: string | Buffer, policy: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}
