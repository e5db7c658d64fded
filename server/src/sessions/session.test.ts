import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'
import { clearEndedSessions } from './clear-ended-sessions.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function signedIn(email: string): Promise<Visitor> {
  const browser = newVisitor()
  await bank.call(browser, endpoints.signIn, { body: { email, password } })
  return browser
}

function minutesFromNow(moment: string | undefined): number {
  return (Date.parse(moment ?? '') - bank.clock.now().getTime()) / 60_000
}

describe('a session', () => {
  test('ends after 15 minutes without a heartbeat, and looking around is none', async () => {
    const browser = await signedIn('alice@example.com')
    bank.clock.pass(14)
    const seen = await bank.call(browser, endpoints.checkSession)
    expect(minutesFromNow(seen.answer.session?.idleEndsAt)).toBe(1)
    expect((await bank.call(browser, endpoints.readMe)).status).toBe(200)
    bank.clock.pass(1)
    const ended = await bank.call(browser, endpoints.readMe)
    expect([ended.status, ended.problem.code]).toEqual([401, 'signed_out'])
    expect(ended.headers['set-cookie']).toBeUndefined()
  })

  test('is kept open by what a person does, for 8 hours at most', async () => {
    const browser = await signedIn('alice@example.com')
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      bank.clock.pass(10)
      const { status, answer } = await bank.call(browser, endpoints.extendSession)
      expect(status).toBe(200)
      expect(minutesFromNow(answer.idleEndsAt)).toBeLessThanOrEqual(15)
    }
    bank.clock.pass(10)
    expect((await bank.call(browser, endpoints.extendSession)).status).toBe(401)
  })

  test('that has ended by time is cleared away, and one that is used is not', async () => {
    const { bruno } = bank
    const forgotten = await signedIn(bruno.email)
    const used = await signedIn(bruno.email)
    const count = async () =>
      (await bank.bank.db.query('select from sessions where user_id = $1', [bruno.userId])).rowCount
    const before = await count()
    bank.clock.pass(10)
    await bank.call(used, endpoints.extendSession)
    bank.clock.pass(6)
    await clearEndedSessions(bank.bank.db, bank.bank.config, bank.clock.now())
    expect(await count()).toBe(before! - 1)
    expect((await bank.call(used, endpoints.readMe)).status).toBe(200)
    expect((await bank.call(forgotten, endpoints.readMe)).status).toBe(401)
  })

  test('nobody is signed in where there is no cookie, and saying so is no error', async () => {
    expect((await bank.call(newVisitor(), endpoints.checkSession)).answer).toEqual({ session: null })
    expect((await bank.call(newVisitor(), endpoints.signOut)).status).toBe(204)
  })

  test.each([
    ['a cookie with one bit changed', (token: string) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1)],
    ['a cookie that is too long', (token: string) => `${token}A`],
    ['a cookie with a quote in it', () => `' or 1=1 --`],
    ['an empty cookie', () => ''],
  ])('%s opens nothing, and no answer takes another cookie back', async (_, change) => {
    const browser = await signedIn('bruno@example.com')
    browser.cookies.set('sid', change(browser.cookies.get('sid')!))
    const { problem, headers } = await bank.call(browser, endpoints.readMe)
    expect(problem.code).toBe('signed_out')
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('the sixth of one person ends the oldest', async () => {
    const browsers: Visitor[] = []
    for (let count = 0; count < 6; count++) {
      browsers.push(await signedIn('clara@example.com'))
      bank.clock.pass(0.1)
    }
    const statuses = []
    for (const browser of browsers) statuses.push((await bank.call(browser, endpoints.readMe)).status)
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
  })

  test('its cookie is kept nowhere', async () => {
    const browser = await signedIn('bruno@example.com')
    const { rows } = await bank.bank.db.query('select s::text as row from sessions s')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(browser.cookies.get('sid'))
  })

  test('its cookie is out of reach of scripts and of other sites', async () => {
    const { headers } = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: 'bruno@example.com', password },
    })
    expect(String(headers['set-cookie'])).toMatch(
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,device=/,
    )
  })
})

describe('a bank behind https', () => {
  test('names its cookies so that browsers take them from nowhere else', async () => {
    const secure = await openTestBank({ publicUrl: 'https://bank.example' })
    const { headers } = await secure.call(newVisitor(), endpoints.signIn, {
      body: { email: 'alice@example.com', password },
      headers: { origin: 'https://bank.example' },
    })
    const cookies = [headers['set-cookie']].flat().map(String)
    expect(cookies[0]).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(cookies[1]).toMatch(/^__Host-device=/)
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    await secure.close()
  })
})
