import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeAt } from '../../../test/authenticator.ts'
import { openTestBank, passcode, password, type TestBank } from '../../../test/bank.ts'
import { beginSignIn, enrol } from '../../../test/two-factor.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ trustProxy: ['10.0.0.1'] })
})
afterAll(() => bank.close())
beforeEach(() => bank.clock.pass(2 * 24 * 60))

/** Tries to sign in from an address. Returns the statuses. */
async function signIns(count: number, remoteAddress: string, headers: Record<string, string> = {}) {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) {
    const { statusCode } = await bank.app.inject({
      method: 'POST',
      url: '/api/sessions',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ email: 'nobody@example.com', password: 'short' }),
      remoteAddress,
    })
    statuses.push(statusCode)
  }
  return statuses
}

describe('the limit by address', () => {
  test('an address may try to sign in 20 times a minute and learns when it may again', async () => {
    expect(await signIns(20, '203.0.113.5')).toEqual(Array(20).fill(422))
    const refused = await bank.app.inject({
      method: 'POST',
      url: '/api/sessions',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
      remoteAddress: '203.0.113.5',
    })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts'])
    expect(refused.headers).toMatchObject({ 'retry-after': '3', ratelimit: '"login";r=0;t=3' })
    bank.clock.pass(0.05)
    expect(await signIns(2, '203.0.113.5')).toEqual([422, 429])
  })

  test('an address may try to sign in 200 times an hour', async () => {
    const statuses: number[] = []
    for (let minutes = 0; minutes < 15; minutes++) {
      statuses.push(...(await signIns(20, '203.0.113.6')))
      bank.clock.pass(1)
    }
    // The limit of an hour plus what is refilled in 15 minutes.
    const heard = statuses.filter((status) => status === 422).length
    expect(heard).toBeGreaterThanOrEqual(200)
    expect(heard).toBeLessThanOrEqual(250)
  })

  test('an address may ask for ten reset links an hour', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 11; at++) {
      const { statusCode } = await bank.app.inject({
        method: 'POST',
        url: '/api/password-resets',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: `nobody${at}@example.com` }),
        remoteAddress: '203.0.113.77',
      })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(204), 429])
  })

  test('an IPv6 address counts by its /56, and the port a proxy adds does not count', async () => {
    await signIns(10, '2001:db8:1:200::1')
    await signIns(10, '2001:db8:1:2ff:ffff:ffff:ffff:ffff')
    expect(await signIns(1, '2001:0db8:1:02ab::abcd')).toEqual([429])
    expect(await signIns(1, '2001:db8:1:300::1')).toEqual([422])
    for (let port = 1; port <= 20; port++)
      await signIns(1, '10.0.0.1', { 'x-forwarded-for': `203.0.113.99:${port}` })
    expect(await signIns(1, '10.0.0.1', { 'x-forwarded-for': '203.0.113.99:7' })).toEqual([429])
  })

  test('a loopback address is not counted', async () => {
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await signIns(25, own)).toEqual(Array(25).fill(422))
    }
  })

  test('the counted address comes from a trusted proxy’s header and from no other', async () => {
    await signIns(20, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' })
    expect(await signIns(1, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual([429])
    expect(await signIns(1, '10.0.0.1', { 'x-forwarded-for': '203.0.113.10' })).toEqual([422])
    await signIns(20, '203.0.113.11', { 'x-forwarded-for': '203.0.113.12' })
    expect(await signIns(1, '203.0.113.11', { 'x-forwarded-for': '203.0.113.13' })).toEqual([429])
    expect(await signIns(1, '203.0.113.12')).toEqual([422])
  })

  test('an address may enter 20 wrong passcodes an hour for any administrators; correct ones do not count', async () => {
    const enter = async (name: string, tried: string) => {
      const { cookies } = await bank.app.inject({
        method: 'POST',
        url: '/api/sessions',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: `${name}@example.com`, password }),
      })
      const { statusCode } = await bank.app.inject({
        method: 'POST',
        url: '/api/admin/passcode-entries',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ passcode: tried }),
        cookies: { sid: cookies.find(({ name }) => name === 'sid')!.value },
        remoteAddress: '203.0.113.20',
      })
      return statusCode
    }
    const statuses: number[] = []
    for (const name of ['adam', 'berta', 'cyrus', 'dora', 'erik']) {
      await bank.openAccount(name, { role: 'administrator' })
      statuses.push(await enter(name, passcode))
      for (let tries = 0; tries < 4; tries++) statuses.push(await enter(name, 'wrong'))
    }
    expect(statuses).toEqual(Array(5).fill([201, 422, 422, 422, 422]).flat())
    expect(await enter('adam', passcode)).toBe(429)
  })

  test('an address may enter 20 wrong codes an hour, however many passwords it knows', async () => {
    const show = async (challenge: string, code: string) => {
      const { statusCode } = await bank.app.inject({
        method: 'POST',
        url: '/api/sessions/second-step',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ challenge, code }),
        remoteAddress: '203.0.113.21',
      })
      return statusCode
    }
    const statuses: number[] = []
    let last: { challenge: string; secret: string } | undefined
    for (const name of ['fay', 'gil', 'hal', 'ida', 'jon']) {
      const person = await bank.openAccount(name)
      const { secret } = await enrol(bank, person)
      last = { challenge: await beginSignIn(bank, person), secret }
      const code = codeAt(secret, bank.clock.now())
      const wrong = code === '000000' ? '000001' : '000000'
      if (name !== 'jon')
        for (let tries = 0; tries < 5; tries++) statuses.push(await show(last.challenge, wrong))
    }
    expect(statuses).toEqual(Array(20).fill(422))
    expect(await show(last!.challenge, codeAt(last!.secret, bank.clock.now()))).toBe(429)
  })
})

describe('the limit by user', () => {
  test('a user may read 300 times a minute, learns how many calls are left, and then still counts as signed in', async () => {
    const first = await bank.call(bank.alice, endpoints.readMe)
    expect(first.headers.ratelimit).toBe('"read";r=299')
    let last = first
    for (let count = 1; count < 301; count++) last = await bank.call(bank.alice, endpoints.readMe)
    expect([last.status, last.problem.code]).toEqual([429, 'too_many_attempts'])
    expect((await bank.call(bank.bruno, endpoints.readMe)).status).toBe(200)
    const { status, answer } = await bank.call(bank.alice, endpoints.checkSession)
    expect([status, answer.session?.user.id]).toEqual([200, bank.alice.userId])
  })

  test('a customer may call an administrator’s endpoint 300 times a minute, which is one audit event', async () => {
    const mallory = await bank.openAccount('Mallory')
    let last = await bank.call(mallory, endpoints.listUsers)
    for (let count = 1; count < 301; count++) last = await bank.call(mallory, endpoints.listUsers)
    expect([last.status, last.problem.code]).toEqual([429, 'too_many_attempts'])
    const { rowCount } = await bank.bank.db.query(
      `select from audit_events where actor_id = $1 and action = 'administration_refused'`,
      [mallory.userId],
    )
    expect(rowCount).toBe(1)
  })

  test('with rate limits off nothing is counted', async () => {
    const unlimited = await openTestBank({ rateLimits: false })
    for (let count = 0; count < 310; count++) {
      const { status, headers } = await unlimited.call(unlimited.alice, endpoints.checkSession)
      expect([status, headers.ratelimit]).toEqual([200, undefined])
    }
    await unlimited.close()
  })
})
