import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { endpoints } from '@bank/contract/endpoints'
import { livePath } from '@bank/contract/live/live-message'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'
import { waitUntil } from '../../../test/wait-until.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(() => {
  bank.clock.pass(2 * 24 * 60)
  // The sessions have expired: both sign in again.
  for (const { cookies } of [bank.alice, bank.bruno]) cookies.clear()
})

/** Sends `count` requests from one address and counts the statuses. */
async function flood(
  count: number,
  request: (at: number) => { method?: 'GET' | 'POST' | 'PUT'; url: string; headers?: Record<string, string> },
  remoteAddress = '203.0.113.50',
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { statusCode } = await bank.app.inject({ method: 'GET', ...request(at), remoteAddress })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }),
  )
  return statuses
}

describe('the rate limit of every path', () => {
  test.each([
    ['a page', '/register', 300, 200],
    ['a page that does not exist', '/nothing', 300, 404],
    ['a document', '/api/openapi.json', 120, 200],
    ['the page of the API', '/api/docs', 120, 200],
    ['health', '/healthz', 600, 200],
    ['readiness', '/readyz', 600, 200],
    ['an unknown API path', '/api/nothing', 300, 404],
    ['a script that does not exist', '/assets/nothing.js', 300, 404],
    ['a path that cannot be decoded', '/api/countries/%zz', 300, 400],
    ['a method that a path does not have', '/api/me', 300, 405],
    ['the metrics', '/metrics', 120, 404],
    ['the live connection', '/api/live', 60, 426],
  ])('%s (%s): %d times a minute', async (_, url, allowed, status) => {
    const method = status === 405 ? 'POST' : 'GET'
    const batches: Map<number, number>[] = []
    // No more at once than the queue holds for one address.
    for (let sent = 0; sent < allowed + 20; sent += 20) batches.push(await flood(20, () => ({ method, url })))
    const answered = (code: number) => batches.reduce((sum, batch) => sum + (batch.get(code) ?? 0), 0)
    expect([answered(status), answered(429)]).toEqual([allowed, 20])
  })

  test('1,000 different paths of one address get 300 answers and no 5xx', async () => {
    const statuses = new Map<number, number>()
    for (let from = 0; from < 1_000; from += 200) {
      for (const [status, count] of await flood(200, (at) => ({ url: `/api/path-${from + at}` })))
        statuses.set(status, (statuses.get(status) ?? 0) + count)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 300, 429: 700 })
  })

  test('the page limit answers a browser with a page and a program with a problem', async () => {
    await flood(200, () => ({ url: '/' }))
    await flood(100, () => ({ url: '/' }))
    const ask = (accept: string) =>
      bank.app.inject({ url: '/', headers: { accept }, remoteAddress: '203.0.113.50' })
    const person = await ask('text/html,application/xhtml+xml')
    expect([person.statusCode, person.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(person.body).toContain('Too many attempts. Try again in 1 minutes')
    expect((await ask('*/*')).json().code).toBe('too_many_attempts')
  })
})

test('the API documents are rendered once, at the first request', async () => {
  // Modules are shared between test files: the one that is watched is imported anew, and so is what imports it.
  vi.resetModules()
  vi.doMock('../api/open-api.ts', { spy: true })
  const { openApiOf: written } = await import('../api/open-api.ts')
  const { openHttp } = await import('../server.ts')
  vi.doUnmock('../api/open-api.ts')
  const app = await openHttp(bank.bank)
  const ask = (headers: Record<string, string>) => app.inject({ url: '/api/openapi.json', headers })
  const [first] = await Promise.all([ask({ 'accept-encoding': 'br' }), ask({ 'accept-encoding': 'br' })])
  expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'br'])
  for (let at = 0; at < 100; at++) expect((await ask({ 'accept-encoding': 'br' })).statusCode).toBe(200)
  const again = await ask({ 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect(written).toHaveBeenCalledTimes(1)
  await app.close()
})

test('a long body takes its turn after that of another address, also with a session that goes ahead of visitors', async () => {
  await bank.call(bank.alice, endpoints.readMe)
  const parse = vi.spyOn(JSON, 'parse')
  const parsed = () => parse.mock.calls.flatMap(([text]) => /^{"subject":"(\w+)"/.exec(text)?.[1] ?? [])
  const write = (subject: string, at: number, length: number) =>
    bank.app.inject({
      method: 'POST',
      url: '/api/support-messages',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ subject, message: 'x'.repeat(length) }),
      remoteAddress: `203.0.113.${at}`,
      ...(subject.startsWith('Alice') && { cookies: Object.fromEntries(bank.alice.cookies) }),
    })
  await Promise.all([
    ...['Ann', 'Ben', 'Cem'].map((name, at) => write(name, 60 + at, 5_000)),
    write('Alice', 70, 5_000),
    write('AliceShort', 70, 100),
  ])
  expect(parsed()).toEqual(['AliceShort', 'Ann', 'Alice', 'Ben', 'Cem'])
  parse.mockRestore()
})

test('while visitors flood every path, each transfer is acknowledged and no answer is a 500', async () => {
  const urls = [
    '/',
    '/nothing',
    '/api/openapi.json',
    '/api/me',
    '/api/nothing',
    '/healthz',
    '/readyz',
    '/dashboard',
  ]
  const cookies = (at: number) => ({ cookie: `sid=${String(at).padStart(43, 'x')}` })
  const visitorAnswers = Promise.all(
    Array.from({ length: 6 }, (_, address) =>
      flood(
        60,
        (at) => ({ url: urls[at % urls.length]!, ...(at % 3 === 0 && { headers: cookies(at) }) }),
        `203.0.113.${60 + address}`,
      ),
    ),
  )
  const transfers: number[] = []
  for (let at = 0; at < 20; at++) {
    const body = transfer({ amount: '1.00' })
    transfers.push((await bank.call(bank.alice, endpoints.sendTransfer, { body })).status)
  }
  expect(transfers).toEqual(Array(20).fill(201))
  const statuses = new Set((await visitorAnswers).flatMap((answered) => [...answered.keys()]))
  for (const status of statuses) expect([200, 401, 404, 429, 503]).toContain(status)
})

test('of 200 silent live connections from one address all but five are refused, and transfers succeed', async () => {
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = bank.app.server.address() as AddressInfo
  await bank.call(bank.bruno, endpoints.readMe)
  const upgrade = (cookie: string) =>
    [
      `GET ${livePath} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      `Cookie: sid=${cookie}`,
      '',
      '',
    ].join('\r\n')
  const open = async (cookie: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(upgrade(cookie))
    const [bytes] = await once(socket, 'data')
    return { socket, status: String(bytes).slice(9, 12) }
  }
  const own = bank.bruno.cookies.get('sid')!
  const opened = await Promise.all(
    Array.from({ length: 200 }, (_, at) => open(at % 2 ? own : 'x'.repeat(43))),
  )
  const count = (status: string) => opened.filter((each) => each.status === status).length
  expect(count('101')).toBe(5)
  expect(count('101') + count('401') + count('429') + count('503')).toBe(200)
  const body = transfer({ amount: '1.00' })
  expect((await bank.call(bank.alice, endpoints.sendTransfer, { body })).status).toBe(201)
  for (const { socket } of opened) socket.destroy()
  await waitUntil(() => bank.bank.live.count() === 0)
})
