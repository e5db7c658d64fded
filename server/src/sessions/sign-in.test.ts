import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
// Resets the blocks of the test before.
beforeEach(() => bank.clock.pass(2 * 24 * 60))

function signIn(email: string, secret: string, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.signIn, { body: { email, password: secret } })
}

async function signInWrong(email: string, times: number, browser?: Visitor): Promise<number[]> {
  const statuses: number[] = []
  for (let tries = 0; tries < times; tries++) {
    statuses.push((await signIn(email, 'not the password', browser)).status)
  }
  return statuses
}

describe('signing in', () => {
  test('the right e-mail and password open a session, and signing out ends it', async () => {
    const { alice, call } = bank
    const browser = newVisitor()
    const { answer } = await signIn(' Alice@Example.com ', password, browser)
    expect(answer).toMatchObject({
      user: { id: alice.userId, name: 'Alice', email: 'alice@example.com', role: 'customer' },
    })
    const seen = await call(browser, endpoints.checkSession)
    expect(seen.answer.session?.user.name).toBe('Alice')

    const kept = { cookies: new Map(browser.cookies) }
    const out = await call(browser, endpoints.signOut)
    expect(out.headers['clear-site-data']).toBe('"cache"')
    expect(browser.cookies.has('sid')).toBe(false)
    expect((await call(kept, endpoints.readMe)).problem.code).toBe('signed_out')
  })

  test('every sign-in has a new cookie, and the one it replaces is invalid', async () => {
    const browser = newVisitor()
    await signIn('alice@example.com', password, browser)
    const first = { cookies: new Map(browser.cookies) }
    await signIn('alice@example.com', password, browser)
    expect(browser.cookies.get('sid')).not.toBe(first.cookies.get('sid'))
    expect((await bank.call(first, endpoints.readMe)).status).toBe(401)
    expect((await bank.call(browser, endpoints.readMe)).status).toBe(200)
  })

  test('a wrong password and an unknown e-mail get the same answer for the same work', async () => {
    const verify = vi.spyOn(bank.bank.passwords, 'verify')
    const known = await signIn('alice@example.com', 'not the password')
    const unknown = await signIn('nobody@example.com', 'not the password')
    expect(known.status).toBe(401)
    expect(known.problem.detail).toBe('Invalid credentials. Please check the email and password.')
    const { traceId: _, ...problem } = known.problem
    expect(unknown.problem).toMatchObject(problem)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    // Verifies the password of an unknown e-mail against a decoy.
    expect(verify.mock.calls.map(([, stored]) => typeof stored)).toEqual(['string', 'undefined'])
    expect(await Promise.all(verify.mock.results.map(({ value }) => value))).toEqual([false, false])
    verify.mockRestore()
  })

  test('a hash names its cost, and without a stored hash no password matches', async () => {
    const stored = await bank.bank.passwords.hash(password)
    expect(await bank.bank.passwords.verify(password, stored)).toBe(true)
    expect(await bank.bank.passwords.verify(password, undefined)).toBe(false)
    expect(stored).toMatch(/^argon2id\$m=19456,t=2,p=1\$pepper=1\$/)
  })

  test.each([
    [{ email: { $gt: '' }, password }, '/email'],
    [{ email: ['alice@example.com'], password }, '/email'],
    [{ email: 'alice@example.com', password: 12345678 }, '/password'],
    [{ email: 'alice@example.com', password: 'x'.repeat(1_025) }, '/password'],
    [{ email: 'alice@example.com', password: 'short' }, '/password'],
    [{ email: 'alice@example.com', password, remember: true }, ''],
  ])('a sign-in with %j is refused before a hash is computed', async (body, pointer) => {
    const verify = vi.spyOn(bank.bank.passwords, 'verify')
    const { status, problem } = await bank.call(newVisitor(), endpoints.signIn, { body })
    expect(status).toBe(422)
    expect(problem.errors.map((error) => error.pointer)).toEqual([pointer])
    expect(verify).not.toHaveBeenCalled()
    verify.mockRestore()
  })

  test('a sign-in with a password of a megabyte is refused unread', async () => {
    const body = { email: 'alice@example.com', password: 'x'.repeat(1_000_000) }
    const { status, problem } = await bank.call(newVisitor(), endpoints.signIn, { body })
    expect([status, problem.code]).toEqual([413, 'body_too_large'])
  })
})

describe('a new browser', () => {
  test('the first sign-in in a browser is reported to the user by mail, once', async () => {
    const browser = newVisitor()
    const dora = await bank.openAccount('Dora')
    for (const _ of ['first', 'second']) {
      await bank.call(browser, endpoints.signIn, { body: { email: dora.email, password } })
    }
    const { rows } = await bank.bank.db.query('select subject from outgoing_mail where recipient = $1', [
      dora.email,
    ])
    expect(rows).toEqual([{ subject: 'A new device logged in to Truepenny' }])
  })
})

describe('a shared browser', () => {
  test('a shared browser is a known device of each of its users', async () => {
    const browser = newVisitor()
    const [emil, fritz] = [await bank.openAccount('Emil'), await bank.openAccount('Fritz')]
    for (const { email } of [emil, fritz, emil, fritz]) await signIn(email, password, browser)
    const { rows } = await bank.bank.db.query(
      'select recipient from outgoing_mail where recipient = any ($1) order by recipient',
      [[emil.email, fritz.email]],
    )
    expect(rows).toEqual([{ recipient: emil.email }, { recipient: fritz.email }])
    await signInWrong(emil.email, 6)
    expect((await signIn(emil.email, password, browser)).status).toBe(201)
  })

  test('a browser is a known device of its last four users', async () => {
    const browser = newVisitor()
    const people = await Promise.all([1, 2, 3, 4, 5].map((number) => bank.openAccount(`Guest${number}`)))
    for (const { email } of people) await signIn(email, password, browser)
    const [first, second] = people.map(({ email }) => email)
    await signIn(second!, password, browser)
    await signIn(first!, password, browser)
    const { rows } = await bank.bank.db.query(
      `select recipient, count(*)::integer as mails from outgoing_mail where recipient = any ($1)
        group by recipient order by recipient`,
      [[first, second]],
    )
    expect(rows).toEqual([
      { recipient: first, mails: 2 },
      { recipient: second, mails: 1 },
    ])
  })
})

describe('wrong passwords', () => {
  test.each(['alice@example.com', 'nobody@example.com'])(
    'five wrong passwords in a row for %s block it for 15 minutes, then 30, then 60',
    async (email) => {
      for (const minutes of [15, 30, 60, 60]) {
        expect(await signInWrong(email, 5)).toEqual([401, 401, 401, 401, 401])
        const { status, problem, headers } = await signIn(email, password)
        expect([status, problem.code]).toEqual([429, 'too_many_attempts'])
        expect(problem.detail).toBe(`Too many attempts. Try again in ${minutes} minutes`)
        expect(headers['retry-after']).toBe(String(minutes * 60))
        bank.clock.pass(minutes)
      }
    },
  )

  test('the right password resets the count of wrong ones', async () => {
    await signInWrong('alice@example.com', 4)
    expect((await signIn('alice@example.com', password)).status).toBe(201)
    expect(await signInWrong('alice@example.com', 4)).toEqual([401, 401, 401, 401])
    expect((await signIn('alice@example.com', password)).status).toBe(201)
  })

  test('of forty concurrent wrong passwords, five are verified', async () => {
    const verify = vi.spyOn(bank.bank.passwords, 'verify')
    const tries = Array.from({ length: 40 }, () => signIn('bruno@example.com', 'not the password'))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(verify.mock.calls.length).toBe(5)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    verify.mockRestore()
  })

  test('concurrent sign-ins with the right password all succeed', async () => {
    const tries = Array.from({ length: 12 }, () => signIn('bruno@example.com', password))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(12).fill(201))
  })

  test('an attacker cannot lock the user out of a browser that has signed in before', async () => {
    const browser = newVisitor()
    await signIn('alice@example.com', password, browser)
    await bank.call(browser, endpoints.signOut)
    await signInWrong('alice@example.com', 6)
    expect((await signIn('alice@example.com', password)).status).toBe(429)
    expect((await signIn('alice@example.com', password, browser)).status).toBe(201)
    // A known device has the same limit.
    expect(await signInWrong('alice@example.com', 6, browser)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a forged device cookie, or one of another user, is not a known device', async () => {
    const browser = newVisitor()
    await signIn('bruno@example.com', password, browser)
    const stolen = browser.cookies.get('device')!
    await signInWrong('alice@example.com', 5)
    for (const device of [stolen, `${'A'.repeat(22)}.${'A'.repeat(43)}`]) {
      const attacker = { cookies: new Map([['device', device]]) }
      expect((await signIn('alice@example.com', password, attacker)).status).toBe(429)
    }
  })

  test('a block of the sign-in writes an audit event', async () => {
    await signInWrong('alice@example.com', 6)
    const { rows } = await bank.bank.db.query(
      `select actor_id from audit_events where action = 'sign_in_blocked' and happened_at = $1`,
      [bank.clock.now()],
    )
    expect(rows).toEqual([{ actor_id: bank.alice.userId }])
  })
})
