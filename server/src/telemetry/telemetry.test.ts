import { spawnSync } from 'node:child_process'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, password, pin, type TestBank } from '../../test/bank.ts'
import { type CollectedSpan, type Collector, openCollector } from '../../test/collector.ts'
import { transfer } from '../../test/transfer.ts'
import { metricsOf } from '../http/ops/metrics.ts'
import { openHttp } from '../http/server.ts'
import { openTelemetry } from './telemetry.ts'

let collector: Collector
let bank: TestBank
let spans: CollectedSpan[]
const sent = transfer({ amount: '13.57', account_name: 'Dana Reed', reference: 'Rent of the boathouse' })
let refusedTrace: string

const settings = { headers: {}, serviceName: 'first-penny', sampledShare: 1 }

// Everything is sent before the tests, because the rest is exported at the close.
beforeAll(async () => {
  collector = await openCollector()
  const { endpoint } = collector
  const telemetry = openTelemetry(
    { ...settings, endpoint, headers: { 'x-token': 'of the collector' } },
    () => {},
  )
  bank = await openTestBank({}, { telemetry })
  telemetry.exportMetrics(metricsOf(bank.bank))
  const body = { email: bank.alice.email, password }
  expect((await bank.call(newVisitor(), endpoints.signIn, { body })).status).toBe(201)
  expect((await bank.call(bank.alice, endpoints.sendTransfer, { body: sent })).status).toBe(201)
  const refused = await bank.call(bank.alice, endpoints.sendTransfer, {
    body: transfer({ amount: '999.00' }),
  })
  refusedTrace = refused.problem.traceId
  const params = { id: sent.transactionId }
  expect((await bank.call(bank.alice, endpoints.readTransaction, { params })).status).toBe(200)
  await bank.app.inject({ url: '/api/elsewhere?email=alice@example.com' })
  await telemetry.close()
  spans = collector.spans()
})
afterAll(async () => {
  await bank.close()
  await collector.close()
})

const named = (name: string) => spans.filter((span) => span.name === name)

describe('a transfer is traced from its request to the commit', () => {
  test('the request, the submission and the wait are spans of one trace', () => {
    const [request] = named('POST /api/transfers')
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/transfers',
      'http.response.status_code': 201,
    })
    const submitted = named('submit to the books').find(({ traceId }) => traceId === request?.traceId)
    expect(submitted).toMatchObject({
      parentSpanId: request?.spanId,
      attributes: { 'bank.instruction': 'open_transaction' },
    })
    const wait = named('lane wait').find(({ traceId }) => traceId === request?.traceId)
    expect(wait?.parentSpanId).toBe(submitted?.spanId)
  })

  test('the batch and the submission are linked with each other, and the trips are spans below the batch', () => {
    const [submitted] = named('submit to the books')
    const batch = named('batch').find(({ spanId }) => spanId === submitted?.links[0]?.spanId)
    expect(batch).toMatchObject({
      attributes: { 'bank.batch.size': 1, 'bank.lane': 'transfers' },
      links: [{ traceId: submitted?.traceId, spanId: submitted?.spanId }],
    })
    const trips = spans.filter(({ parentSpanId }) => parentSpanId === batch?.spanId)
    expect(trips.map(({ name }) => name)).toEqual(['lock and read', 'write and commit'])
    expect(trips.map(({ traceId }) => traceId)).toEqual([batch?.traceId, batch?.traceId])
    expect(batch?.traceId).not.toBe(submitted?.traceId)
  })

  test('the trace of a request has the id that its problem names, and a refusal is an attribute', () => {
    const trace = spans.filter(({ traceId }) => traceId === refusedTrace)
    expect(trace.map(({ name }) => name).sort()).toEqual([
      'POST /api/transfers',
      'lane wait',
      'submit to the books',
    ])
    expect(trace.find(({ name }) => name === 'submit to the books')?.attributes).toMatchObject({
      'bank.refusal': 'balance_insufficient',
    })
  })
})

test('no exported trace or metric contains a secret or personal data', () => {
  const { sid } = Object.fromEntries(bank.alice.cookies)
  const { account_name, account_number, bank_name, swift_code, amount, reference, transactionId } = sent
  const secrets = [bank.alice.email, 'Alice', bank.alice.userId, bank.alice.account.number, password, sid]
  const text = collector.bodies.join('\n')
  expect(text).toContain('POST /api/transfers')
  expect(text).toContain('GET /api/transactions/:id')
  for (const secret of [...secrets, account_name, account_number, bank_name, swift_code, reference, amount]) {
    expect(secret).toBeTruthy()
    expect(text).not.toContain(secret)
  }
  expect(text).not.toContain(transactionId)
  expect(text).not.toContain('elsewhere')
  expect(text).not.toContain('127.0.0.1')
  const values = spans.flatMap(({ attributes }) => Object.values(attributes)).map(String)
  expect(values).not.toContain(pin)
})

test('the metrics of /metrics are exported with the same names and values', () => {
  const metrics = collector.metrics()
  const { isMonotonic, dataPoints = [] } = metrics.get('bank_instructions_total')?.sum ?? {}
  const refused = (attributes: unknown) => JSON.stringify(attributes).match(/"refused"/) !== null
  const [transfers] = dataPoints.filter(({ attributes }) => refused(attributes))
  expect([isMonotonic, transfers?.asDouble]).toEqual([true, 1])
  expect(metrics.get('bank_sessions')?.gauge?.dataPoints[0]?.asDouble).toBe(2)
  const points = metrics.get('bank_instruction_seconds')?.histogram?.dataPoints ?? []
  for (const { bucketCounts, explicitBounds, count } of points) {
    expect(bucketCounts).toHaveLength(explicitBounds!.length + 1)
    expect(bucketCounts?.reduce((sum, each) => sum + each)).toBe(count)
  }
  const [point] = points
  expect(point?.attributes).toEqual([{ key: 'kind', value: { stringValue: 'transfer' } }])
  expect(point?.count).toBeGreaterThanOrEqual(2)
})

test('each export names the bank and carries the headers of the settings', () => {
  for (const body of collector.bodies) expect(body).toContain('first-penny')
  expect(collector.headers.map((headers) => headers['x-token'])).toEqual(
    collector.bodies.map(() => 'of the collector'),
  )
})

/** Answers one request while traces and metrics are exported with these settings. Returns the lines for the operator. */
async function requestWith(
  given: Partial<typeof settings> & { endpoint: string },
  headers: Record<string, string> = {},
): Promise<string[]> {
  const printed: string[] = []
  const telemetry = openTelemetry({ ...settings, ...given }, (line) => printed.push(line))
  telemetry.exportMetrics(metricsOf(bank.bank))
  const config = { ...bank.bank.config, trustProxy: ['loopback'] }
  const http = await openHttp({ ...bank.bank, config, tracing: telemetry.tracing })
  // Not traced.
  expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
  await http.inject({ url: '/api/elsewhere', headers })
  await telemetry.close()
  await http.close()
  return printed
}

test('only the sampled share of the requests is traced', async () => {
  const before = collector.spans().length
  expect(await requestWith({ endpoint: collector.endpoint, sampledShare: 0 })).toEqual([])
  expect(collector.spans()).toHaveLength(before)
  await requestWith({ endpoint: collector.endpoint })
  expect(collector.spans()).toHaveLength(before + 1)
})

test('the trace of a trusted proxy is continued when the proxy takes it, whatever the share', async () => {
  const { endpoint } = collector
  const before = collector.spans().length
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  await requestWith({ endpoint, sampledShare: 1 }, { traceparent: `00-${traceId}-${spanId}-00` })
  expect(collector.spans()).toHaveLength(before)
  await requestWith({ endpoint, sampledShare: 0 }, { traceparent: `00-${traceId}-${spanId}-01` })
  expect(collector.spans().slice(before)).toMatchObject([{ traceId, parentSpanId: spanId }])
})

test('the operator reads once that the collector takes neither traces nor metrics', async () => {
  const refusing = await openCollector({ status: 400 })
  const printed = await requestWith({ endpoint: refusing.endpoint })
  expect(refusing.bodies).toHaveLength(2)
  expect(printed).toEqual([
    `Warning: the OpenTelemetry collector at ${new URL(refusing.endpoint).host} takes no traces or metrics (Bad Request). They are dropped until it does.`,
  ])
  await refusing.close()
})

test('without an endpoint the program loads no library of OpenTelemetry for export', () => {
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) { console.log(name); return next(name, context) } })
    await import(${JSON.stringify(new URL('../http/server.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('../bank.ts', import.meta.url).href)})`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  const names = stdout.split('\n')
  expect(status).toBe(0)
  expect(names).toContain('prom-client')
  expect(names.filter((name) => /@opentelemetry\/(?!api$)/.test(name))).toEqual([])
})
