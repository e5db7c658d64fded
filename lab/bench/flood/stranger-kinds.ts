import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { livePath } from '@bank/contract/live/live-message'
import { root } from '../bank-process.ts'

/** One kind of strangers: what they send, and how they behave. */
export type Strangers = {
  /** Sent in rotation, over all connections. */
  readonly requests: readonly Buffer[]
  /**
   * `ask`: on each connection the next request as soon as the last one is answered. `hold`: at most one request, then nothing
   * more. `read slowly`: one write of many requests, and 1 kB of the answers read in each second.
   */
  readonly behaviour: 'ask' | 'hold' | 'read slowly'
  /** In the place of the number that was asked for. */
  readonly connections?: number
}

/** What requests are made for. */
export type Target = {
  /** As the `Host` header has it, `127.0.0.1:3000`. */
  readonly host: string
  /** Session cookies, for the kind that opens live connections. Five connections of each are allowed. */
  readonly cookies: readonly string[]
}

export type StrangerName = keyof typeof kinds

/** Builds the requests of one kind of strangers. */
export function strangersOf(name: StrangerName, target: Target): Strangers {
  return kinds[name](target)
}

const someId = '00000000-0000-7000-8000-000000000000'

const kinds = {
  'api-reads': ({ host }) => asking(['/api/sessions/current', '/api/countries', '/api/me'].map(get(host))),
  'api-every': ({ host }) =>
    asking(Object.values(endpoints).map((endpoint) => withoutSession(endpoint, host))),
  'api-unknown': ({ host }) => asking([get(host)('/api/no-such-thing')]),
  'paths-10000': ({ host }) => asking(differentPaths(10_000).map(get(host))),
  pages: ({ host }) =>
    asking(['/', '/register', '/terms', '/privacy', '/support', '/dashboard', '/admin'].map(get(host))),
  'page-unknown': ({ host }) => asking([get(host)('/no-such-page')]),
  assets: ({ host }) => asking(builtAssets().map(get(host))),
  openapi: ({ host }) => asking([get(host)('/api/openapi.json')]),
  docs: ({ host }) => asking([get(host)('/api/docs')]),
  healthz: ({ host }) => asking([get(host)('/healthz')]),
  readyz: ({ host }) => asking([get(host)('/readyz')]),
  metrics: ({ host }) => asking([get(host)('/metrics')]),
  'sign-in': ({ host }) =>
    asking(differentEmails().map((email) => post(host, '/api/sessions', { email, password: 'not the one' }))),
  'register-invalid': ({ host }) => asking([post(host, '/api/registrations', { email: 'nobody', pin: '1' })]),
  'register-63kB': ({ host }) => asking([post(host, '/api/registrations', unknownKeys(63 * 1_024))]),
  'reset-request': ({ host }) =>
    asking(differentEmails().map((email) => post(host, '/api/password-resets', { email }))),
  'support-invalid': ({ host }) =>
    asking([post(host, '/api/support-messages', { email: 'nobody', subject: 1 })]),
  'policy-report': ({ host }) =>
    asking([post(host, '/api/csp-report', policyReport, 'application/csp-report')]),
  // Each is looked up in the database.
  'api-made-up-session': ({ host }) =>
    asking(madeUpSessions().map((cookie) => get(host, { cookie })('/api/me'))),
  // Each might be a customer whose page the server draws.
  'page-made-up-session': ({ host }) =>
    asking(madeUpSessions().map((cookie) => get(host, { cookie })('/dashboard'))),
  'live-refused': ({ host }) => asking([upgrade(host)]),
  'silent-connections': () => ({ requests: [], behaviour: 'hold', connections: 1_000 }),
  'silent-websockets': ({ host, cookies }) => ({
    requests: cookies.map((cookie) => upgrade(host, cookie)),
    behaviour: 'hold',
    connections: 1_000,
  }),
  'bad-request-line': () => asking([Buffer.from('NO SUCH THING AT ALL\r\n\r\n')]),
  'header-16kB': ({ host }) =>
    asking([request(`GET / HTTP/1.1`, { host, 'x-long': 'a'.repeat(16 * 1_024) })]),
  'duplicate-host': ({ host }) =>
    asking([Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: other\r\n\r\n`)]),
  'http-0.9': () => asking([Buffer.from('GET /\r\n\r\n')]),
  'expect-continue': ({ host }) =>
    asking([request('POST /api/sessions HTTP/1.1', { host, ...json, expect: '100-continue' }, '{}')]),
  'cross-site': ({ host }) =>
    asking([
      request('POST /api/sessions HTTP/1.1', { host, ...json, origin: 'https://other.example' }, '{}'),
      request('POST /api/transfers HTTP/1.1', { host, ...json, 'sec-fetch-site': 'cross-site' }, '{}'),
    ]),
  'avatar-2MB': ({ host }) =>
    asking([
      request('PUT /api/me/avatar HTTP/1.1', { host, 'content-type': 'image/png' }, 'a'.repeat(2_000_000)),
    ]),
  'slow-readers': ({ host }) => ({
    requests: [Buffer.concat(Array.from({ length: 20 }, () => get(host)(builtAssets()[0]!)))],
    behaviour: 'read slowly',
  }),
} satisfies Record<string, (target: Target) => Strangers>

/** Every kind, in the order in which they are measured. */
export const strangerNames = Object.keys(kinds) as StrangerName[]

const json = { 'content-type': 'application/json' }

const policyReport = {
  'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://other.example' },
}

function asking(requests: readonly Buffer[]): Strangers {
  return { requests, behaviour: 'ask' }
}

/** An endpoint as a caller without a session asks it: its parameters are well-formed and name nothing. */
function withoutSession({ method, path, body, file }: Endpoint, host: string): Buffer {
  const line = `${method} ${path.replace(':isoCode', 'NO').replaceAll(/:\w+/g, someId)} HTTP/1.1`
  if (file) return request(line, { host, 'content-type': file.types[0]! }, 'no picture')
  return body ? request(line, { host, ...json }, '{}') : request(line, { host })
}

/** As browsers ask, who take compressed answers. */
function get(host: string, headers: Readonly<Record<string, string>> = {}): (path: string) => Buffer {
  return (path) => request(`GET ${path} HTTP/1.1`, { host, 'accept-encoding': 'gzip, br', ...headers })
}

function post(host: string, path: string, body: object, type = json['content-type']): Buffer {
  return request(`POST ${path} HTTP/1.1`, { host, 'content-type': type }, JSON.stringify(body))
}

/** Asks for a live connection from the bank's own page. */
function upgrade(host: string, cookie?: string): Buffer {
  return request(`GET ${livePath} HTTP/1.1`, {
    host,
    origin: `http://${host}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...(cookie !== undefined && { cookie: `sid=${cookie}` }),
  })
}

function request(line: string, headers: Readonly<Record<string, string>>, body = ''): Buffer {
  const sent = line.startsWith('GET') ? headers : { ...headers, 'content-length': String(body.length) }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${line}\r\n${lines.join('')}\r\n${body}`)
}

/** Half of them in the API, half pages. */
function differentPaths(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index % 2 === 0 ? '/api' : ''}/no-such-${index}`)
}

function differentEmails(): string[] {
  return Array.from({ length: 1_000 }, (_, index) => `stranger-${index}@other.example`)
}

/** Cookies that look like those of sessions and open nothing. */
function madeUpSessions(): string[] {
  return Array.from({ length: 1_000 }, () => `sid=${randomBytes(32).toString('base64url')}`)
}

/** A form of about so many bytes in which no key is known. */
function unknownKeys(bytes: number): Record<string, number> {
  const keys = Array.from({ length: Math.floor(bytes / '"k00000":1,'.length) }, (_, index) => index)
  return Object.fromEntries(keys.map((key) => [`k${String(key).padStart(5, '0')}`, 1]))
}

/** The paths of the built scripts, styles and fonts, the largest first. Throws when nothing has been built. */
function builtAssets(): string[] {
  const folder = join(root, 'web/dist/assets')
  const names = readdirSync(folder).filter((name) => !name.endsWith('.br'))
  const bySize = names.toSorted((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size)
  return bySize.map((name) => `/assets/${name}`)
}
