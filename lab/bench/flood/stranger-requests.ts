import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { livePath } from '@bank/contract/live/live-message'
import { root } from '../../bank-command.ts'

/** A request of a stranger. */
export type StrangerRequest = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Gives the requests of one kind of strangers: a list that is sent in rotation, or a new one at each call. */
export const strangerRequests = {
  'api-reads': () => ['/api/sessions/current', '/api/countries', '/api/me'].map(get),
  'api-every': () => Object.values(endpoints).map(withoutSession),
  'unknown-paths': () => () => get(`${Math.random() < 0.5 ? '/api' : ''}/unknown-${randomText()}`),
  pages: () => ['/', '/register', '/terms', '/dashboard', '/admin', '/unknown'].map(get),
  assets: () => builtAssets().map(get),
  openapi: () => [get('/api/openapi.json')],
  probes: () => ['/healthz', '/readyz', '/metrics', '/api/docs'].map(get),
  'sign-in': () => () => post('/api/sessions', { email: randomEmail(), password: 'not the one' }),
  'reset-request': () => () => post('/api/password-resets', { email: randomEmail() }),
  'invalid-forms': () =>
    ['/api/registrations', '/api/support-messages'].map((path) => post(path, { email: 'no', pin: 1 })),
  'form-63kB': () => [post('/api/registrations', unknownFields(63 * 1_024))],
  'policy-report': () => [post('/api/csp-report', { 'csp-report': {} }, 'application/csp-report')],
  // Each made-up session is looked up in the database.
  'api-made-up-session': () => () => ({ ...get('/api/me'), headers: { cookie: `sid=${randomText()}` } }),
  'page-made-up-session': () => () => ({ ...get('/dashboard'), headers: { cookie: `sid=${randomText()}` } }),
  'live-refused': (host) => [{ ...get(livePath), headers: upgradeHeaders(host) }],
  'header-16kB': () => [{ ...get('/'), headers: { 'x-long': 'a'.repeat(16 * 1_024) } }],
  'avatar-2MB': () => [request('PUT', '/api/me/avatar', 'image/png', 'a'.repeat(2_000_000))],
} satisfies Record<string, (host: string) => readonly StrangerRequest[] | (() => StrangerRequest)>

/** Asks for a live connection from the bank's own page. */
export function upgradeHeaders(host: string): Record<string, string> {
  return {
    origin: `http://${host}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
}

/** The paths of the built scripts, styles and fonts, the largest first. Throws when nothing has been built. */
export function builtAssets(): string[] {
  const folder = join(root, 'web/dist/assets')
  const size = (name: string) => statSync(join(folder, name)).size
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.br'))
    .toSorted((a, b) => size(b) - size(a))
    .map((name) => `/assets/${name}`)
}

function get(path: string): StrangerRequest {
  return { method: 'GET', path, headers: { 'accept-encoding': 'gzip, br' } }
}

function post(path: string, body: object, type = 'application/json'): StrangerRequest {
  return request('POST', path, type, JSON.stringify(body))
}

function request(method: string, path: string, type: string, body: string): StrangerRequest {
  return { method, path, headers: { 'content-type': type }, body }
}

/** An endpoint as a caller without a session asks it: its parameters are well-formed and name nothing. */
function withoutSession({ method, path, body, file }: Endpoint): StrangerRequest {
  const filled = path.replace(':isoCode', 'NO').replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')
  if (file) return request(method, filled, file.types[0]!, 'no image')
  return body ? request(method, filled, 'application/json', '{}') : { method, path: filled }
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

function randomEmail(): string {
  return `stranger-${Math.floor(Math.random() * 1_000)}@other.example`
}

/** A form of about so many bytes in which no field is known. */
function unknownFields(bytes: number): Record<string, number> {
  const count = Math.floor(bytes / '"k00000":1,'.length)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`k${String(index).padStart(5, '0')}`, 1]),
  )
}
