import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../../test/bank.ts'
import { disconnect, listenOnLoopback, openLivePage } from '../../../test/live.ts'
import { transfer } from '../../../test/transfer.ts'
import { insertBooksCheck } from '../../books/check/books-check.ts'
import { version } from '../../config/version.ts'
import { connectOnce } from '../../postgres/connect-once.ts'
import { isArchiverFailing } from '../../postgres/database-figures.ts'
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
  // Those from the database are cached for up to 15 seconds.
  bank.clock.pass(1 / 4)
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
    done: grown('bank_instructions_total{kind="transfer",outcome="done"}'),
    refused: grown('bank_instructions_total{kind="transfer",outcome="refused"}'),
    failed: grown('bank_instructions_total{kind="transfer",outcome="failed"}'),
    other: grown('bank_instructions_total{kind="own_transfer",outcome="done"}'),
    timed: grown('bank_instruction_seconds_count{kind="transfer"}'),
    booked: grown('bank_booked_minor_units_total{kind="transfer",currency="USD"}'),
    batches: grown('bank_batches_total'),
    sessions: grown('bank_sessions'),
    live: after.get('bank_live_connections'),
    waiting: after.get('bank_instructions_waiting'),
  }).toEqual({
    done: 1,
    refused: 1,
    failed: 0,
    other: 0,
    timed: 2,
    booked: 100,
    batches: 1,
    sessions: 1,
    live: 1,
    waiting: 0,
  })
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  await disconnect(page)
})

test('a transfer that is sent again is counted as a repeat', async () => {
  const before = await read()
  const body = transfer({ amount: '1.00' })
  for (const _ of ['first', 'again']) await bank.call(bank.alice, endpoints.sendTransfer, { body })
  const after = await read()
  const grown = (outcome: string) => {
    const name = `bank_instructions_total{kind="transfer",outcome="${outcome}"}`
    return after.get(name)! - before.get(name)!
  }
  expect(['done', 'repeated', 'refused', 'failed'].map(grown)).toEqual([1, 1, 0, 0])
})

describe('requests', () => {
  const counted = (values: Map<string, number>) =>
    new Map(
      [...values].flatMap(([name, value]) => {
        const [, labels] = /^bank_request_seconds_count(.*)$/.exec(name) ?? []
        return labels === undefined ? [] : [[labels, value] as const]
      }),
    )
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') => bank.app.inject({ url, method })

  test('requests are counted by the pattern of the route and the class of the status, and timed', async () => {
    const before = counted(await read())
    await bank.call(bank.alice, endpoints.listTransactions)
    await bank.call(bank.alice, endpoints.readTransaction, { params: { id: randomUUID() } })
    await bank.call(bank.alice, endpoints.readTransaction, { params: { id: randomUUID() } })
    const values = await read()
    const after = counted(values)
    const grown = [...after].flatMap(([labels, count]) => {
      const more = count - (before.get(labels) ?? 0)
      return more === 0 || labels.includes('/metrics') ? [] : [[labels, more]]
    })
    expect(Object.fromEntries(grown)).toEqual({
      '{route="/api/transactions",method="GET",status="2xx"}': 1,
      '{route="/api/transactions/:id",method="GET",status="4xx"}': 2,
    })
    const labels = 'route="/api/transactions/:id",method="GET",status="4xx"'
    expect(values.get(`bank_request_seconds_bucket{${labels},le="+Inf"}`)).toBe(after.get(`{${labels}}`))
    expect(values.get(`bank_request_seconds_sum{${labels}}`)).toBeGreaterThan(0)
  })

  test('pages are counted by their pattern, and all that is no page or route together', async () => {
    await ask('/admin/users/4711?tab=profile')
    const before = counted(await read())
    for (const url of ['/nothing/1', '/nothing/2', '/api/nothing', '/admin/users/0815']) await ask(url)
    await ask('/nothing/3', 'POST')
    const after = counted(await read())
    const sumOf = (values: Map<string, number>, part: string) =>
      [...values].filter(([labels]) => labels.includes(part)).reduce((sum, [, count]) => sum + count, 0)
    const grown = (part: string) => sumOf(after, part) - sumOf(before, part)
    expect([grown('route="none",method="GET"'), grown('route="none",method="POST"')]).toEqual([3, 1])
    expect(grown('route="/admin/users/:id"')).toBe(1)
    expect([...after.keys()].filter((labels) => /nothing|4711|0815/.test(labels))).toEqual([])
  })
})

test('sign-ins are counted by their outcome', async () => {
  const before = await read()
  const enter = (secret: string) =>
    bank.call(newVisitor(), endpoints.signIn, { body: { email: bank.alice.email, password: secret } })
  expect((await enter(password)).status).toBe(201)
  expect((await enter('another long password')).problem.code).toBe('credentials_invalid')
  const find = vi.spyOn(bank.bank.passwords, 'verify').mockRejectedValueOnce(new Error('not expected'))
  expect((await enter(password)).status).toBe(500)
  find.mockRestore()
  const after = await read()
  const grown = (outcome: string) => {
    const name = `bank_sign_ins_total{outcome="${outcome}"}`
    return after.get(name)! - (before.get(name) ?? 0)
  }
  expect(['signed_in', 'credentials_invalid', 'failed'].map(grown)).toEqual([1, 1, 1])
})

test('the metrics have what is pending and in transit in each currency, and since when', async () => {
  const emma = await bank.openAccount('Emma', { amountMinor: 50_00n, currency: 'EUR' })
  expect((await read()).get('bank_in_transit_minor_units{currency="EUR"}')).toBe(0)
  const send = async () => {
    expect(
      (await bank.call(emma, endpoints.sendTransfer, { body: transfer({ amount: '12.50' }) })).status,
    ).toBe(201)
  }
  const since = bank.clock.now().getTime() / 1_000
  await send()
  bank.clock.pass(1)
  await send()
  const values = await read()
  const of = (name: string, currency: string) => values.get(`${name}{currency="${currency}"}`)
  expect(of('bank_in_transit_minor_units', 'EUR')).toBe(25_00)
  expect(of('bank_pending_transactions', 'EUR')).toBe(2)
  expect(of('bank_pending_oldest_time_seconds', 'EUR')).toBe(since)
  expect([of('bank_pending_transactions', 'GBP'), of('bank_pending_oldest_time_seconds', 'GBP')]).toEqual([
    0,
    undefined,
  ])
})

test('the metrics have the version, the size of the database, the length of each queue and what is due', async () => {
  const values = await read()
  expect(values.get(`bank_build_info{version="${version}"}`)).toBe(1)
  expect(values.get('bank_database_bytes')).toBeGreaterThan(1_000_000)
  for (const queue of ['requests', 'passwords', 'documents'])
    expect(values.get(`bank_queue_length{queue="${queue}"}`)).toBe(0)
  expect([values.get('bank_scheduled_runs_due'), values.get('bank_reset_links_waiting')]).toEqual([0, 0])
})

test('the queries of the metrics are not among those that wait for a connection', async () => {
  const open = await openTestBank()
  const metrics = openMetricsHttp(open.bank)
  const { payload } = await metrics.inject({ url: '/metrics', headers: { host: 'localhost' } })
  expect(payload).toContain('\nbank_database_waiting 0\n')
  await metrics.close()
  await open.close()
})

test('a scrape soon after another one asks the database nothing', async () => {
  await read()
  const query = vi.spyOn(bank.bank.db, 'query')
  bank.clock.pass(1 / 30)
  expect((await fetch(`${address}/metrics`)).status).toBe(200)
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('the metrics name the result of the last check of the books, and nothing before the first', async () => {
  expect((await read()).has('bank_books_in_order')).toBe(false)
  const startedAt = new Date('2026-11-21T02:00:00Z')
  const rows = { entries: 2, postings: 1, transactions: 1, batches: 1, 'audit events': 0 }
  const owned = { startedAt, finishedAt: new Date('2026-11-21T02:00:30Z') }
  await insertBooksCheck(bank.bank.db, { broken: null, rows, positions: [] }, owned)
  const inOrder = await read()
  expect([inOrder.get('bank_books_in_order'), inOrder.get('bank_books_checked_time_seconds')]).toEqual([
    1, 1_795_226_430,
  ])
  const broken = { invariant: 'entries sum to the balance', fault: 'ledger account 4' }
  await insertBooksCheck(bank.bank.db, { broken, rows, positions: [] }, owned)
  expect((await read()).get('bank_books_in_order')).toBe(0)
})

test('an archive of PostgreSQL fails from a failure on until the next success, and never while it archives nothing', async () => {
  expect((await read()).get('bank_archiver_failing')).toBe(0)
  // In place of what the server says.
  const owner = await connectOnce(bank.ownerAddress)
  await owner.query(`create schema said;
    create table said.pg_stat_archiver (last_archived_time timestamptz, last_failed_time timestamptz);
    insert into said.pg_stat_archiver values (null, null);
    create function said.current_setting(text) returns text language sql return 'on'`)
  await owner.query('set search_path = said, pg_catalog')
  const isFailing = async (archived: string | null, failed: string | null) => {
    await owner.query('update pg_stat_archiver set last_archived_time = $1, last_failed_time = $2', [
      archived,
      failed,
    ])
    return isArchiverFailing(owner)
  }
  const [earlier, later] = ['2026-11-28T10:00:00Z', '2026-11-28T10:01:00Z']
  expect([
    await isFailing(null, null),
    await isFailing(earlier, null),
    await isFailing(null, earlier),
    await isFailing(earlier, later),
    await isFailing(later, earlier),
  ]).toEqual([false, false, true, true, false])
  await owner.query('drop function said.current_setting')
  expect(await isFailing(null, earlier)).toBe(false)
  await owner.end()
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
