import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'
import { connectOnce } from '../../postgres/connect-once.ts'
import { findLastBooksCheck } from './books-check.ts'
import { nightlyBooksCheck, requestedBooksCheck } from './check-nightly.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'Europe/Berlin', operatorEmail: 'operator@bank.example' })
})
afterAll(() => bank?.close())

const logged: unknown[] = []
const write = (fields: object, message: string) => logged.push({ ...fields, message })
const log = { warn: write, info: write }

/** The job of a process that began at a moment. `config` replaces settings. */
function openJob(openedAt: string, config = {}) {
  const job = nightlyBooksCheck(
    { db: bank.bank.db, config: { ...bank.bank.config, ...config }, openedAt: Date.parse(openedAt) },
    log,
    new AbortController().signal,
  )
  return async (now: string) => job?.(new Date(now))
}

const countOf = async (table: 'books_checks' | 'outgoing_mail') => {
  const { rows } = await bank.bank.db.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

test('the books are checked once a day, at half past three of the bank', async () => {
  const job = openJob('2026-11-21T12:00:00Z')
  // In winter, Berlin is an hour ahead of UTC.
  for (const now of ['2026-11-21T12:00:00Z', '2026-11-22T02:29:59Z']) await job(now)
  expect(await countOf('books_checks')).toBe(0)
  for (const now of ['2026-11-22T02:30:01Z', '2026-11-22T02:30:02Z', '2026-11-22T23:59:00Z']) await job(now)
  expect(await countOf('books_checks')).toBe(1)
  expect(await findLastBooksCheck(bank.bank.db)).toMatchObject({
    startedAt: new Date('2026-11-22T02:30:01Z'),
    invariant: null,
    fault: null,
    transactions: 1n,
    entries: 2n,
  })
  expect(logged.splice(0)).toEqual([
    expect.objectContaining({ message: 'the books are in order', transactions: 1, entries: 2 }),
  ])
  expect(await countOf('outgoing_mail')).toBe(0)
})

test('one of two processes checks the books', async () => {
  const jobs = [openJob('2026-11-22T12:00:00Z'), openJob('2026-11-22T12:00:00Z')]
  const before = await countOf('books_checks')
  await Promise.all(jobs.map((job) => job('2026-11-23T02:30:00Z')))
  await Promise.all(jobs.map((job) => job('2026-11-23T02:31:01Z')))
  expect(await countOf('books_checks')).toBe(before + 1)
  logged.splice(0)
})

test('a check that no process was there to make is made at the next start', async () => {
  const before = await countOf('books_checks')
  await openJob('2026-11-24T09:00:00Z')('2026-11-24T09:00:00Z')
  expect(await countOf('books_checks')).toBe(before + 1)
  logged.splice(0)
})

test('CHECK_BOOKS_AT=off checks nothing', async () => {
  const before = await countOf('books_checks')
  await openJob('2026-11-24T12:00:00Z', { checkBooksAt: undefined })('2026-11-26T12:00:00Z')
  expect(await countOf('books_checks')).toBe(before)
})

const position = async () => (await bank.call(bank.clara, endpoints.readMoneyPosition)).answer
const run = async () => (await bank.call(bank.clara, endpoints.readCheckRun)).answer.run
const ask = async () => (await bank.call(bank.clara, endpoints.checkBooksNow)).status
const requested = (closing = new AbortController()) => {
  const round = requestedBooksCheck(bank.bank, log, closing.signal)
  return () => round(bank.clock.now())
}

test('the money position has the sums of now and of the last check of the books, and both add up to zero', async () => {
  await bank.elevate(bank.clara)
  await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '40.00' }) })
  const usd = { currency: 'USD', pots: '0.00', disputes: '0.00', total: '0.00' }
  const nothing = {
    accounts: '0.00',
    pots: '0.00',
    inTransit: '0.00',
    settlement: '0.00',
    disputes: '0.00',
    total: '0.00',
  }
  const { positions, lastCheck } = await position()
  expect(positions).toEqual([
    { ...usd, accounts: '60.00', inTransit: '40.00', settlement: '-100.00' },
    { ...nothing, currency: 'EUR' },
    { ...nothing, currency: 'GBP' },
  ])
  expect(lastCheck?.positions[0]).toEqual({
    ...usd,
    accounts: '100.00',
    inTransit: '0.00',
    settlement: '-100.00',
  })
  const file = (await bank.call(bank.clara, endpoints.downloadMoneyPosition)).answer as unknown as Uint8Array
  expect(new TextDecoder().decode(file).split('\r\n')).toEqual([
    expect.stringContaining('When,Time (UTC),Currency,'),
    'Now,2026-11-21T12:00:00.000Z,USD,60.00,0.00,40.00,-100.00,0.00,0.00',
    ...[expect.any(String), expect.any(String)],
    'Last check of the books,2026-11-24T09:00:00.000Z,USD,100.00,0.00,0.00,-100.00,0.00,0.00',
    ...[expect.any(String), expect.any(String), ''],
  ])
})

test('a check that an administrator asks for is made once, whenever the books were last checked', async () => {
  const before = await countOf('books_checks')
  expect([await ask(), await ask()]).toEqual([204, 204])
  expect(await run()).toMatchObject({
    state: 'waiting',
    requestedBy: { id: bank.clara.userId, name: 'Clara' },
  })
  await Promise.all([requested()(), requested()()])
  expect(await countOf('books_checks')).toBe(before + 1)
  expect(await run()).toMatchObject({ state: 'done', failure: null })
  expect((await position()).lastCheck).toMatchObject({ fault: null, transactionCount: 2 })
  const asked = `select from audit_events where action = 'books_check_asked' and actor_id = $1`
  expect((await bank.bank.db.query(asked, [bank.clara.userId])).rowCount).toBe(1)
  logged.splice(0)
})

test('a check whose process was killed is shown as interrupted, and another one can be asked for', async () => {
  const { db } = bank.bank
  await ask()
  await db.query(`update books_check_run set heartbeat_at = now() - interval '29 seconds', step = 'postings'`)
  await ask()
  expect(await run()).toMatchObject({ state: 'running', step: 'postings' })
  await db.query(`update books_check_run set heartbeat_at = now() - interval '31 seconds'`)
  expect((await run())?.state).toBe('interrupted')
  await ask()
  expect(await run()).toMatchObject({ state: 'waiting', step: null })
})

test('a check whose process is ended says why it has no result', async () => {
  const before = await countOf('books_checks')
  const closing = new AbortController()
  closing.abort()
  await requested(closing)()
  expect(await run()).toMatchObject({
    state: 'failed',
    failure: 'The process that checked the books was ended',
  })
  expect(await countOf('books_checks')).toBe(before)
})

test('the operator gets one mail a day while the books are wrong, without balances', async () => {
  const owner = await connectOnce(bank.ownerAddress)
  await owner.query(
    'set session_replication_role = replica; update entries set amount_minor = 7 where seq = 1',
  )
  await owner.end()
  const job = openJob('2026-11-24T12:00:00Z')
  await job('2026-11-25T02:30:00Z')
  // A second check on the same day.
  await openJob('2026-11-24T12:00:00Z', { checkBooksAt: 10 * 60 })('2026-11-25T09:00:00Z')
  expect(await countOf('outgoing_mail')).toBe(1)
  await job('2026-11-26T02:30:00Z')
  const { rows } = await bank.bank.db.query('select recipient, subject, letter::text from outgoing_mail')
  expect(rows).toHaveLength(2)
  expect(rows[0].recipient).toBe('operator@bank.example')
  expect(rows[0].subject).toBe('The books of Truepenny are not in order')
  expect(rows[0].letter).toContain('Violated: Each balance is the sum of its entries')
  const last = await findLastBooksCheck(bank.bank.db)
  expect(last?.fault).toMatch(/^entry 1 of ledger account \d+ has the balance/)
  expect(rows[0].letter).not.toContain('ledger account')
  expect(logged).toHaveLength(3)
  expect(logged[0]).toEqual({
    invariant: last!.invariant,
    message: 'the books are NOT in order: see npm run check-books',
  })
})
