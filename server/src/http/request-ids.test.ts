import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { waitUntil } from '../../test/wait-until.ts'

const lines: string[] = []
let bank: TestBank
beforeAll(async () => {
  const logTarget = { write: (line: string) => lines.push(line) }
  bank = await openTestBank({ trustProxy: ['10.0.0.1'], logLevel: 'info' }, { logTarget })
})
afterAll(() => bank.close())

const proxy = '10.0.0.1'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

async function idOf(headers: Record<string, string>, remoteAddress = proxy, url = '/api/me') {
  return (await bank.app.inject({ url, headers, remoteAddress })).headers['x-request-id'] as string
}

test('each answer has a request id of its own, which is the trace id of its problem and of its log line', async () => {
  const answers = await Promise.all(
    ['/api/me', '/healthz', '/api/elsewhere', '/%ff', '/'].map((url) => bank.app.inject({ url })),
  )
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(ids.length)
  // The ids of a process that counted would share a half.
  expect(new Set(ids.map((id) => String(id).slice(0, 12))).size).toBe(ids.length)
  expect(answers[0]!.json().traceId).toBe(ids[0])
  expect(answers[3]!.json().traceId).toBe(ids[3])
  await waitUntil(() => lines.some((line) => line.includes(`"traceId":"${ids[0]}"`)))
})

test('the request id of a trusted proxy is in the answer and in the log line', async () => {
  const id = 'edge/7f.31:42'
  expect(await idOf({ 'x-request-id': id })).toBe(id)
  await waitUntil(() => lines.some((line) => JSON.parse(line).requestId === id))
})

test.each(['two words', 'a"quote', 'x'.repeat(129), ''])(
  'the malformed request id %j is replaced',
  async (id) => {
    expect(await idOf({ 'x-request-id': id })).toMatch(/^[0-9a-f]{32}$/)
  },
)

test('the request id and the trace of anyone but a trusted proxy are ignored', async () => {
  for (const address of ['10.0.0.2', '127.0.0.1']) {
    const id = await idOf({ 'x-request-id': 'mine', traceparent }, address)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(id).not.toBe(traceId)
  }
})

test('the trace of a trusted proxy names the request, unless it is malformed', async () => {
  expect(await idOf({ traceparent })).toBe(traceId)
  expect(await idOf({ traceparent }, `::ffff:${proxy}`)).toBe(traceId)
  for (const malformed of [
    `00-${traceId}`,
    `01-${traceId}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
    `${traceparent}-more`,
  ]) {
    const id = await idOf({ traceparent: malformed })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect([traceId, '0'.repeat(32)]).not.toContain(id)
  }
})
