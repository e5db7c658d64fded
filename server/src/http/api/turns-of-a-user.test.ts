import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { waitUntil } from '../../../test/wait-until.ts'
import { connectionTo } from '../../postgres/database-address.ts'
import { openUserTurns } from './turns-of-a-user.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  for (const person of [bank.alice, bank.bruno]) await bank.call(person, endpoints.readMe)
})
afterAll(() => bank.close())

/**
 * Sends 50 calls of Alice while a table is locked, and one of Bruno that does not read it. Returns how many of Alice's PostgreSQL was
 * working on when Bruno was answered, and the statuses of the answers to Bruno and, once the lock is gone, to Alice.
 */
async function callWhileLocked({
  table,
  call,
  query = {},
  atOnce,
  other,
}: {
  table: string
  call: Endpoint
  query?: Record<string, string>
  atOnce: number
  other: Endpoint
}) {
  const client = new pg.Client(connectionTo(bank.ownerAddress, {}))
  await client.connect()
  const countWaiting = async () => {
    // A transaction sees the other sessions as they were when it first looked.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]!.count
  }
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  const answers = Array.from({ length: 50 }, () => bank.call(bank.alice, call, { query }))
  await waitUntil(async () => (await countWaiting()) >= atOnce)
  const bruno = await bank.call(bank.bruno, other)
  const underWay = await countWaiting()
  await client.query('rollback')
  await client.end()
  const statuses = new Set((await Promise.all(answers)).map(({ status }) => status))
  return { underWay, bruno: bruno.status, alice: [...statuses] }
}

test('of fifty searches of a customer one is under way, and another customer is answered meanwhile', async () => {
  const searches = await callWhileLocked({
    table: 'transactions',
    call: endpoints.listTransactions,
    query: { q: 'zzzz' },
    atOnce: 1,
    other: endpoints.listBeneficiaries,
  })
  expect(searches).toEqual({ underWay: 1, bruno: 200, alice: [200] })
})

test('of fifty other calls of a customer five are under way', async () => {
  const calls = await callWhileLocked({
    table: 'beneficiaries',
    call: endpoints.listBeneficiaries,
    atOnce: 5,
    other: endpoints.readMe,
  })
  expect(calls).toEqual({ underWay: 5, bruno: 200, alice: [200] })
})

test('a call that waits is refused as busy when its caller has disconnected or has waited too long, and another user’s starts', () => {
  const turns = openUserTurns({ rateLimits: true })
  const list = endpoints.listBeneficiaries
  const by = (userId: string) => ({ userId, isOverBudget: false })
  const read = (userId: string) => turns.take(list, by(userId), () => AbortSignal.abort())
  for (let call = 0; call < 5; call++) expect(read('alice')).toBeUndefined()
  expect(() => read('alice')).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(read('bruno')).toBeUndefined()
  turns.pass(list, by('alice'))
  expect(read('alice')).toBeUndefined()
})

test.each([
  { calls: 'searches of all users', endpoint: endpoints.listTransactions, isOverBudget: false, ofUser: 1 },
  {
    calls: 'calls of all sessions over their budget',
    endpoint: endpoints.listBeneficiaries,
    isOverBudget: true,
    ofUser: 5,
  },
])(
  'of the $calls two are under way, the others in order, $ofUser of a user at most in their line',
  async ({ endpoint, isOverBudget, ofUser }) => {
    const turns = openUserTurns({ rateLimits: true })
    const started: string[] = []
    const by = (userId: string) => ({ userId, isOverBudget })
    const call = async (userId: string, signal = new AbortController().signal) => {
      await turns.take(endpoint, by(userId), () => signal)
      started.push(userId)
    }
    const end = async (userId: string) => {
      turns.pass(endpoint, by(userId))
      await setImmediate()
    }
    const ofCarla = Array.from({ length: ofUser + 1 }, () => 'carla')
    const all = ['alice', 'bruno', ...ofCarla, 'dario'].map((userId) => call(userId))
    await expect(call('emil', AbortSignal.abort())).rejects.toMatchObject({ code: 'busy' })
    expect(started).toEqual(['alice', 'bruno'])
    await end('bruno')
    for (let at = 0; at < ofUser; at++) await end('carla')
    expect(started).toEqual(['alice', 'bruno', ...ofCarla.slice(1), 'dario'])
    await end('dario')
    expect(started.at(-1)).toBe('carla')
    await end('alice')
    await end('carla')
    await Promise.all(all)
    // The refused call holds no turn.
    await Promise.all([call('emil'), call('fadi')])
  },
)
