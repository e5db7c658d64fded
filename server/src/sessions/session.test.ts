import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'
import { signIn } from '../../test/sign-in.ts'
import { clearEndedSessions } from './clear-ended-sessions.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

function minutesFromNow(moment: string | undefined): number {
  return (Date.parse(moment ?? '') - bank.clock.now().getTime()) / 60_000
}

describe('a session', () => {
  test('a session ends after 15 minutes without a heartbeat, and reads do not count', async () => {
    const browser = await signIn(bank, bank.alice)
    bank.clock.pass(14)
    const seen = await bank.call(browser, endpoints.checkSession)
    expect(minutesFromNow(seen.answer.session?.idleEndsAt)).toBe(1)
    expect((await bank.call(browser, endpoints.readMe)).status).toBe(200)
    bank.clock.pass(1)
    const ended = await bank.call(browser, endpoints.readMe)
    expect([ended.status, ended.problem.code]).toEqual([401, 'signed_out'])
    expect(ended.headers['set-cookie']).toBeUndefined()
  })

  test('a session in use stays open, for 8 hours at most', async () => {
    const browser = await signIn(bank, bank.alice)
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      bank.clock.pass(10)
      const { status, answer } = await bank.call(browser, endpoints.extendSession)
      expect(status).toBe(200)
      expect(minutesFromNow(answer.idleEndsAt)).toBeLessThanOrEqual(15)
    }
    bank.clock.pass(10)
    expect((await bank.call(browser, endpoints.extendSession)).status).toBe(401)
  })

  test('an expired session is deleted, and one in use is not', async () => {
    const { bruno } = bank
    const forgotten = await signIn(bank, bruno)
    const used = await signIn(bank, bruno)
    const count = async () =>
      (await bank.bank.db.query('select from sessions where user_id = $1', [bruno.userId])).rowCount
    const before = await count()
    bank.clock.pass(10)
    await bank.call(used, endpoints.extendSession)
    bank.clock.pass(6)
    await clearEndedSessions(bank.bank, bank.clock.now())
    expect(await count()).toBe(before! - 1)
    expect((await bank.call(used, endpoints.readMe)).status).toBe(200)
    expect((await bank.call(forgotten, endpoints.readMe)).status).toBe(401)
  })

  test('each session of a user gets the same key for drafts, which no other user gets', async () => {
    const keyOf = async (browser: Visitor) =>
      (await bank.call(browser, endpoints.checkSession)).answer.session?.draftKey
    const [first, second, other] = [
      await signIn(bank, bank.alice),
      await signIn(bank, bank.alice),
      await signIn(bank, bank.bruno),
    ]
    const key = await keyOf(first)
    expect(Buffer.from(key!, 'base64')).toHaveLength(32)
    expect(await keyOf(second)).toBe(key)
    expect((await bank.call(first, endpoints.extendSession)).answer.draftKey).toBe(key)
    expect(await keyOf(other)).not.toBe(key)
    await bank.call(first, endpoints.signOut)
    expect(await keyOf(first)).toBeUndefined()
    expect(await keyOf(newVisitor())).toBeUndefined()
  })

  test('checking the session and signing out succeed without a cookie', async () => {
    expect((await bank.call(newVisitor(), endpoints.checkSession)).answer).toEqual({ session: null })
    expect((await bank.call(newVisitor(), endpoints.signOut)).status).toBe(204)
  })

  test.each([
    ['a cookie with one bit changed', (token: string) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1)],
    ['a cookie that is too long', (token: string) => `${token}A`],
    ['a cookie with a quote in it', () => `' or 1=1 --`],
    ['an empty cookie', () => ''],
  ])('%s opens no session, and the answer sets no cookie', async (_, change) => {
    const browser = await signIn(bank, bank.bruno)
    browser.cookies.set('sid', change(browser.cookies.get('sid')!))
    const { problem, headers } = await bank.call(browser, endpoints.readMe)
    expect(problem.code).toBe('signed_out')
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('the sixth session of a user ends the oldest', async () => {
    const browsers: Visitor[] = []
    for (let count = 0; count < 6; count++) {
      browsers.push(await signIn(bank, bank.clara))
      bank.clock.pass(0.1)
    }
    const statuses = []
    for (const browser of browsers) statuses.push((await bank.call(browser, endpoints.readMe)).status)
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
  })

  test('the session cookie is stored nowhere', async () => {
    const browser = await signIn(bank, bank.bruno)
    const { rows } = await bank.bank.db.query('select s::text as row from sessions s')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(browser.cookies.get('sid'))
  })

  test('the session cookie is HttpOnly and SameSite=Strict', async () => {
    const { headers } = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: 'bruno@example.com', password },
    })
    expect(String(headers['set-cookie'])).toMatch(
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,device=/,
    )
  })
})

describe('a bank behind https', () => {
  test('behind HTTPS the cookies have the __Host- prefix', async () => {
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
