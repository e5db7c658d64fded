import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/ask.ts'
import { openTestBank, passcode, password, pin, type TestBank } from '../../test/bank.ts'
import { signIn } from '../../test/sign-in.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

/** A browser that still sends this cookie after the session got a new one. */
function withCookieOf({ cookies }: Visitor): Visitor {
  return { cookies: new Map(cookies) }
}

const confirm = (browser: Visitor) => bank.call(browser, endpoints.confirmSession, { body: { password } })
const readMe = (browser: Visitor) => bank.call(browser, endpoints.readMe)
const signedOut = { status: 401, problem: { code: 'signed_out' } }

describe('the cookie from before a confirmation', () => {
  let present: Visitor
  let earlier: Visitor
  beforeEach(async () => {
    present = await signIn(bank, bank.alice)
    earlier = withCookieOf(present)
    bank.clock.pass(11)
    expect((await confirm(present)).status).toBe(201)
    expect(present.cookies.get('sid')).not.toBe(earlier.cookies.get('sid'))
  })

  test('the cookie from before a confirmation still opens the session, and no answer to it sets a cookie', async () => {
    for (const reply of [
      await readMe(earlier),
      await bank.call(earlier, endpoints.sendTransfer, { body: transfer({ amount: '0.01' }) }),
    ]) {
      expect([200, 201]).toContain(reply.status)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect((await readMe(present)).status).toBe(200)
  })

  test('the cookie from before a confirmation is not confirmed', async () => {
    const change = { body: { current_pin: pin, new_pin: pin } }
    expect(await bank.call(earlier, endpoints.changePin, change)).toMatchObject(signedOut)
    const wanted = { body: { new_password: 'another good one', confirm_password: 'another good one' } }
    expect(await bank.call(earlier, endpoints.changePassword, wanted)).toMatchObject(signedOut)
    expect((await bank.call(present, endpoints.changePin, change)).status).toBe(204)
  })

  test('the cookie from before a confirmation is invalid after a minute, and the refusal clears no cookie', async () => {
    bank.clock.pass(59 / 60)
    expect((await readMe(earlier)).status).toBe(200)
    bank.clock.pass(1 / 60)
    const late = await readMe(earlier)
    expect(late).toMatchObject(signedOut)
    expect(late.headers['set-cookie']).toBeUndefined()
    expect((await readMe(present)).status).toBe(200)
  })

  test('the cookie from before a confirmation is invalid once a secret was changed with the new one', async () => {
    await bank.call(present, endpoints.changePin, { body: { current_pin: pin, new_pin: pin } })
    expect(await readMe(earlier)).toMatchObject(signedOut)
    expect((await readMe(present)).status).toBe(200)
  })

  test('the cookie from before a confirmation is invalid once the password was changed', async () => {
    const wanted = { body: { new_password: password, confirm_password: password } }
    expect((await bank.call(present, endpoints.changePassword, wanted)).status).toBe(204)
    expect(await readMe(earlier)).toMatchObject(signedOut)
  })

  test('signing out with the cookie from before a confirmation ends the session', async () => {
    expect((await bank.call(earlier, endpoints.signOut)).status).toBe(204)
    expect(await readMe(present)).toMatchObject(signedOut)
  })
})

describe('the cookie from before an elevation', () => {
  test('the cookie from before an elevation is not elevated, and the passcode can be entered with it again', async () => {
    const present = await signIn(bank, bank.clara)
    const earlier = withCookieOf(present)
    const enter = (browser: Visitor) => bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
    expect((await enter(present)).status).toBe(201)
    expect(await bank.call(earlier, endpoints.listUsers)).toMatchObject(signedOut)
    const { answer } = await bank.call(earlier, endpoints.checkSession)
    expect(answer.session).toMatchObject({ user: { id: bank.clara.userId }, elevatedUntil: null })
    // Like a browser that never got the answer with the new cookie.
    expect((await enter(earlier)).status).toBe(201)
    expect((await bank.call(earlier, endpoints.listUsers)).status).toBe(200)
  })
})

describe('ending sessions with an earlier cookie', () => {
  test('the cookie from before a confirmation names its session as the current one and ends the others, but not that one', async () => {
    const other = await signIn(bank, bank.bruno)
    const present = await signIn(bank, bank.bruno)
    const earlier = withCookieOf(present)
    await confirm(present)
    const { answer } = await bank.call(earlier, endpoints.listSessions)
    expect(answer.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect((await bank.call(earlier, endpoints.endOtherSessions)).status).toBe(204)
    expect((await readMe(other)).status).toBe(401)
    expect((await readMe(present)).status).toBe(200)
    const params = { id: answer.sessions[0]!.id }
    expect((await bank.call(earlier, endpoints.endOwnSession, { params })).status).toBe(204)
    expect([earlier.cookies.size, (await readMe(present)).status]).toEqual([1, 401])
  })

  test('a passcode entered again after a lost answer opens a session beside the first, and five sessions stay the most', async () => {
    const dean = await bank.openAccount('Dean', { role: 'administrator' })
    const oldest = await signIn(bank, dean)
    bank.clock.pass(1)
    for (let more = 0; more < 3; more++) await signIn(bank, dean)
    const present = await signIn(bank, dean)
    const earlier = withCookieOf(present)
    const enter = (browser: Visitor) => bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
    await enter(present)
    await enter(earlier)
    const { answer } = await bank.call(earlier, endpoints.listSessions)
    expect(answer.sessions).toHaveLength(5)
    expect((await readMe(oldest)).status).toBe(401)
    for (const browser of [present, earlier]) {
      expect((await bank.call(browser, endpoints.listUsers)).status).toBe(200)
    }
  })
})

test('a late request with the cookie of an earlier session clears no cookie of the new sign-in', async () => {
  const browser = await signIn(bank, bank.bruno)
  const overtaken = withCookieOf(browser)
  await bank.call(browser, endpoints.signIn, { body: { email: bank.bruno.email, password } })
  const late = await readMe(overtaken)
  expect(late).toMatchObject(signedOut)
  expect(late.headers['set-cookie']).toBeUndefined()
})
