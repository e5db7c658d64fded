import { endpoints } from '@bank/contract/endpoints'
import { beforeAll, expect, test, vi } from 'vitest'
import { type StrangerName, strangerNames, strangersOf } from './stranger-kinds.ts'

// The screens need not be built for this test.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  readdirSync: () => ['small.js', 'large.js', 'large.js.br'],
  statSync: (path: string) => ({ size: path.includes('large') ? 9 : 1 }),
}))

const target = { host: '127.0.0.1:3000', cookies: ['one', 'two'] }
const textsOf = (name: StrangerName) => strangersOf(name, target).requests.map(String)
const linesOf = (name: StrangerName) => textsOf(name).map((text) => text.slice(0, text.indexOf('\r\n')))

/** What HTTP/1.1 wants: a request line, one host, and a length that fits. */
function isWellFormed(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? '0'
  return (
    /^(GET|POST|PUT|DELETE) \/\S* HTTP\/1\.1\r\n/.test(head) &&
    head.match(/\r\nhost: 127\.0\.0\.1:3000/gi)?.length === 1 &&
    !/\r\nhost: other/i.test(head) &&
    Buffer.byteLength(rest.join('\r\n\r\n')) === Number(length)
  )
}

let malformed: StrangerName[]
beforeAll(() => {
  // The slow readers send twenty requests in one piece.
  malformed = strangerNames.filter((name) => name !== 'slow-readers' && !textsOf(name).every(isWellFormed))
})

test('all strangers send well-formed requests but those who are there to send others', () => {
  expect(malformed).toEqual(['bad-request-line', 'duplicate-host', 'http-0.9'])
})

test('every endpoint of the contract is asked once in a rotation, without a session', () => {
  const paths = linesOf('api-every')
  expect(paths).toHaveLength(Object.keys(endpoints).length)
  for (const { method, path } of Object.values(endpoints)) {
    const pattern = new RegExp(
      `^${method} ${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[\\w-]+')} HTTP/1\\.1$`,
    )
    expect(paths.filter((line) => pattern.test(line)).length, path).toBeGreaterThan(0)
  }
  expect(textsOf('api-every').join()).not.toMatch(/cookie/i)
})

test('10,000 different paths are different', () => {
  expect(new Set(linesOf('paths-10000')).size).toBe(10_000)
})

test('assets are asked for by their own paths, and slow readers ask for the largest', () => {
  expect(linesOf('assets')).toEqual(['GET /assets/large.js HTTP/1.1', 'GET /assets/small.js HTTP/1.1'])
  expect(textsOf('slow-readers')[0]!.match(/GET \/assets\/large\.js /g)).toHaveLength(20)
})

test('the large form is 63 kB of keys that no form has', () => {
  const [body] = textsOf('register-63kB').map((text) => text.slice(text.indexOf('\r\n\r\n') + 4))
  expect(body!.length).toBeGreaterThan(62 * 1_024)
  expect(body!.length).toBeLessThan(64 * 1_024)
  expect(Object.keys(JSON.parse(body!)).every((key) => /^k\d{5}$/.test(key))).toBe(true)
})

test('only strangers with live connections have sessions that are open', () => {
  const cookiesOf = (name: StrangerName) => textsOf(name).map((text) => /cookie: sid=(\S+)/.exec(text)?.[1])
  expect(cookiesOf('silent-websockets')).toEqual(['one', 'two'])
  expect(cookiesOf('live-refused')).toEqual([undefined])
  for (const name of ['api-made-up-session', 'page-made-up-session'] as const) {
    expect(new Set(cookiesOf(name)).size).toBe(1_000)
  }
})
