import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { pageList } from '@bank/contract/pages'
import { realtimePath } from '@bank/server/gateway/gateway-route'
import { registrationForm } from '@bank/server/test/registration-form'
import { root } from '../../bank-command.ts'

export type StrangerRequest = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The settings with which the bank answers the clients of the hosted backend, on pages of one origin. */
export const gatewaySettings = { GATEWAY_PROJECT: 'flood', GATEWAY_ORIGINS: 'http://127.0.0.1:5173' }
export const realtimeUrl = `${realtimePath}?project=${gatewaySettings.GATEWAY_PROJECT}`

/** The requests of each kind of stranger: a list that is sent in rotation, or a new one at each call. `host` is the bank's. */
export const strangerRequests = {
  'api-reads': () => ['/api/sessions/current', '/api/countries', '/api/me'].map(get),
  'api-every': () => Object.values(endpoints).map(withoutSession),
  'unknown-paths': () => () => get(`${Math.random() < 0.5 ? '/api' : ''}/unknown-${randomText()}`),
  pages: () => pageList.map(({ path }) => get(path.replace(/:\w+/, someId))),
  assets: () => builtAssets().map(get),
  openapi: () => [get('/api/openapi.json')],
  docs: () => [get('/api/docs')],
  healthz: () => [get('/healthz')],
  readyz: () => [get('/readyz')],
  metrics: () => [get('/metrics')],
  'sign-in': () => () => post('/api/sessions', { email: randomEmail(), password: 'not the one' }),
  'reset-request': () => () => post('/api/password-resets', { email: randomEmail() }),
  'register-invalid': () => [post('/api/registrations', { email: 'no', pin: 1 })],
  'register-63kB': () => [post('/api/registrations', unknownFields(63 * 1_024))],
  'support-invalid': () => [post('/api/support-messages', { email: 'no', subject: 1 })],
  'policy-report': () => [post('/api/csp-report', { 'csp-report': violation }, 'application/csp-report')],
  // Each made-up session is looked up in the database.
  'api-made-up-session': () => () => ({ ...get('/api/me'), headers: { cookie: `sid=${randomText()}` } }),
  'page-made-up-session': () => () => ({ ...get('/dashboard'), headers: { cookie: `sid=${randomText()}` } }),
  'cross-site': () => [fromOtherSite('/api/sessions'), fromOtherSite('/api/transfers')],
  'duplicate-host': (host) => [{ ...get('/'), headers: { host, Host: 'other.example' } }],
  'header-16kB': () => [{ ...get('/'), headers: { 'x-long': 'a'.repeat(16 * 1_024) } }],
  search: () => [get('/api/transactions?q=zzzz')],
  'statement-pdf': () => [get('/api/statement.pdf?period=all')],
  // Of one customer with a quarter of a million lines: each reads all of them.
  'long-history': () =>
    [
      '/api/transactions?q=zzzzqqq',
      '/api/transactions?minAmount=99999999.00',
      '/api/statement?period=all',
      '/api/me/monthly-flows?months=12',
    ].map(get),
  'gateway-ping': () => [get('/v1/ping')],
  'avatar-2MB': () => [request('PUT', '/api/me/avatar', 'image/png', 'a'.repeat(2_000_000))],
} satisfies Record<string, (host: string) => readonly StrangerRequest[] | (() => StrangerRequest)>

const someId = '00000000-0000-7000-8000-000000000000'
const violation = { 'effective-directive': 'script-src', 'blocked-uri': 'https://other.example' }

/** Asks for a live connection from a page of this origin, by default the bank's own. */
export function upgradeHeaders(host: string, origin = `http://${host}`): Record<string, string> {
  return {
    origin,
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

/** Registers a new customer, with an account that is never activated. */
export function registration(): StrangerRequest {
  return post('/api/registrations', { ...registrationForm, email: `stranger-${randomText()}@other.example` })
}

function get(path: string): StrangerRequest {
  return { method: 'GET', path, headers: { 'accept-encoding': 'gzip, br' } }
}

function post(path: string, body: object, type = 'application/json'): StrangerRequest {
  return request('POST', path, type, JSON.stringify(body))
}

function fromOtherSite(path: string): StrangerRequest {
  const sent = post(path, {})
  return {
    ...sent,
    headers: { ...sent.headers, origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
  }
}

function request(method: string, path: string, type: string, body: string): StrangerRequest {
  return { method, path, headers: { 'content-type': type }, body }
}

/** A request for an endpoint without a session. Its parameters are well-formed and unknown to the bank. */
function withoutSession({ method, path, body, file }: Endpoint): StrangerRequest {
  const filled = path.replace(':isoCode', 'NO').replaceAll(/:\w+/g, someId)
  if (file) return request(method, filled, file.types[0]!, 'no image')
  return body ? request(method, filled, 'application/json', '{}') : { method, path: filled }
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

function randomEmail(): string {
  return `stranger-${Math.floor(Math.random() * 1_000)}@other.example`
}

/** A form of about this size, in which no field is known. */
function unknownFields(bytes: number): Record<string, number> {
  const count = Math.floor(bytes / '"k00000":1,'.length)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`k${String(index).padStart(5, '0')}`, 1]),
  )
}
