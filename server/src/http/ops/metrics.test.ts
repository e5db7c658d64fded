import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { disconnect, listenOnLoopback, openLivePage } from '../../../test/live.ts'
import { transfer } from '../../../test/transfer.ts'
import { insertBooksCheck } from '../../books/check/books-check.ts'
import { openMetricsHttp } from './metrics.ts'

let bank: TestBank
let address: string
beforeAll(async () => {
  bank = await openTestBank()
  address = await listenOnLoopback(bank.app)
})
afterAll(() => bank.close())

/** The values by metric name. */
async function read(): Promise<Map<string, number>> {
  // They are cached for a second.
  bank.clock.pass(1 / 60)
  const response = await fetch(`${address}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('the metrics count transfers, refusals, latency, batches, sessions and live connections', async () => {
  const before = await read()
  const send = (wishes = {}) =>
    bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '1.00', ...wishes }) })
  expect((await send()).status).toBe(201)
  expect((await send({ amount: '999.00' })).status).toBe(422)
  const page = openLivePage(address, bank.alice.cookies)
  await page.listening()
  const after = await read()
  const grown = (name: string) => after.get(name)! - (before.get(name) ?? 0)
  expect({
    done: grown('bank_instructions_total'),
    refused: grown('bank_instructions_refused_total'),
    timed: grown('bank_instruction_seconds_count'),
    batches: grown('bank_batches_total'),
    sessions: grown('bank_sessions'),
    live: after.get('bank_live_connections'),
    waiting: after.get('bank_instructions_waiting'),
  }).toEqual({ done: 1, refused: 1, timed: 2, batches: 1, sessions: 1, live: 1, waiting: 0 })
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  await disconnect(page)
})

test('the metrics name the result of the last check of the books, and nothing before the first', async () => {
  expect((await read()).has('bank_books_in_order')).toBe(false)
  const startedAt = new Date('2026-11-21T02:00:00Z')
  const rows = { entries: 2, postings: 1, transactions: 1, batches: 1, 'audit events': 0 }
  const owned = { startedAt, finishedAt: new Date('2026-11-21T02:00:30Z') }
  await insertBooksCheck(bank.bank.db, { broken: null, rows }, owned)
  const inOrder = await read()
  expect([inOrder.get('bank_books_in_order'), inOrder.get('bank_books_checked_time_seconds')]).toEqual([
    1, 1_795_226_430,
  ])
  const broken = { invariant: 'entries sum to the balance', fault: 'ledger account 4' }
  await insertBooksCheck(bank.bank.db, { broken, rows }, owned)
  expect((await read()).get('bank_books_in_order')).toBe(0)
})

test('the metrics have the space of the disk of each folder that the bank fills', async () => {
  const spaces = new Map([['DATA_DIR', { freeBytes: 4_000, sizeBytes: 16_000 }]] as const)
  const readDisks = vi.spyOn(bank.bank.disks, 'read').mockResolvedValue(spaces)
  const values = await read()
  expect([...values].filter(([name]) => name.startsWith('bank_disk_'))).toEqual([
    ['bank_disk_free_bytes{folder="DATA_DIR"}', 4_000],
    ['bank_disk_size_bytes{folder="DATA_DIR"}', 16_000],
  ])
  readDisks.mockRestore()
  expect([...(await read()).keys()].filter((name) => name.startsWith('bank_disk_'))).toEqual([])
})

test('a metric whose value cannot be read is left out, and the others are reported', async () => {
  const find = vi.spyOn(bank.bank.live, 'count').mockImplementation(() => {
    throw new Error('not to be read')
  })
  const values = await read()
  expect([values.has('bank_live_connections'), values.has('bank_sessions')]).toEqual([false, true])
  find.mockRestore()
  expect((await read()).has('bank_live_connections')).toBe(true)
})

test('unhandled errors and an unavailable database are counted', async () => {
  const before = await read()
  const find = vi.spyOn(bank.bank.sessions, 'find')
  find.mockRejectedValueOnce(new Error('not expected'))
  expect((await bank.call(bank.alice, endpoints.readMe)).status).toBe(500)
  find.mockRejectedValueOnce(Object.assign(new Error('disk full'), { code: '53100' }))
  expect((await bank.call(bank.alice, endpoints.readMe)).status).toBe(503)
  find.mockRestore()
  const after = await read()
  for (const name of ['bank_unhandled_errors_total', 'bank_database_unavailable_total'])
    expect([name, after.get(name)! - before.get(name)!]).toEqual([name, 1])
})

test('the metrics contain no personal data', async () => {
  const text = await (await fetch(`${address}/metrics`)).text()
  for (const secret of ['alice', '@', bank.alice.userId, bank.alice.account.number]) {
    expect(text.toLowerCase()).not.toContain(secret)
  }
})

test('the metrics are served to loopback callers only, not through a proxy', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { host: 'bank.example' }]) {
    const response = await bank.app.inject({ method: 'GET', url: '/metrics', headers })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
  const outside = await bank.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.7' })
  expect(outside.statusCode).toBe(404)
})

test('with a public URL the metrics are served on a port of their own only', async () => {
  const open = await openTestBank({ publicUrl: 'https://bank.example' })
  expect((await open.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  const metrics = openMetricsHttp(open.bank)
  const at = await metrics.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${at}/metrics`)
  expect([answer.status, (await answer.text()).includes('bank_sessions')]).toEqual([200, true])
  expect((await fetch(`${at}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404)
  expect((await fetch(`${at}/api/me`)).status).toBe(404)
  await metrics.close()
  await open.close()
})
