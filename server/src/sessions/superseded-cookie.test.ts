import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, passcode, password, pin, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

/** A browser that still sends the cookie of a session that has another one by now. */
function withTheCookieOf({ cookies }: Visitor): Visitor {
  return { cookies: new Map(cookies) }
}

async function signedIn(email: string): Promise<Visitor> {
  const browser = newVisitor()
  await bank.call(browser, endpoints.signIn, { body: { email, password } })
  return browser
}

const confirm = (browser: Visitor) => bank.call(browser, endpoints.confirmSession, { body: { password } })
const readMe = (browser: Visitor) => bank.call(browser, endpoints.readMe)
const signOutEvent = { status: 401, problem: { code: 'signed_out' } }

describe('the cookie that a session had before a confirmation', () => {
  let present: Visitor
  let earlier: Visitor
  beforeEach(async () => {
    present = await signedIn(bank.alice.email)
    earlier = withTheCookieOf(present)
    bank.clock.pass(11)
    expect((await confirm(present)).status).toBe(201)
    expect(present.cookies.get('sid')).not.toBe(earlier.cookies.get('sid'))
  })

  test('the earlier cookie still opens the session, and no answer to it sets a cookie', async () => {
    for (const reply of [
      await readMe(earlier),
      await bank.call(earlier, endpoints.sendTransfer, { body: transfer({ amount: '0.01' }) }),
    ]) {
      expect([200, 201]).toContain(reply.status)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect((await readMe(present)).status).toBe(200)
  })

  test('the earlier cookie has no part in the confirmation', async () => {
    const change = { body: { current_pin: pin, new_pin: pin } }
    expect(await bank.call(earlier, endpoints.changePin, change)).toMatchObject(signOutEvent)
    const wanted = { body: { new_password: 'another good one', confirm_password: 'another good one' } }
    expect(await bank.call(earlier, endpoints.changePassword, wanted)).toMatchObject(signOutEvent)
    expect((await bank.call(present, endpoints.changePin, change)).status).toBe(204)
  })

  test('the earlier cookie opens nothing after a minute, and the refusal takes no cookie back', async () => {
    bank.clock.pass(59 / 60)
    expect((await readMe(earlier)).status).toBe(200)
    bank.clock.pass(1 / 60)
    const late = await readMe(earlier)
    expect(late).toMatchObject(signOutEvent)
    expect(late.headers['set-cookie']).toBeUndefined()
    expect((await readMe(present)).status).toBe(200)
  })

  test('the earlier cookie opens nothing once a secret was changed with the present one', async () => {
    await bank.call(present, endpoints.changePin, { body: { current_pin: pin, new_pin: pin } })
    expect(await readMe(earlier)).toMatchObject(signOutEvent)
    expect((await readMe(present)).status).toBe(200)
  })

  test('the earlier cookie opens nothing once the password was changed with the proof', async () => {
    const wanted = { body: { new_password: password, confirm_password: password } }
    expect((await bank.call(present, endpoints.changePassword, wanted)).status).toBe(204)
    expect(await readMe(earlier)).toMatchObject(signOutEvent)
  })

  test('signing out with the earlier cookie ends the session', async () => {
    expect((await bank.call(earlier, endpoints.signOut)).status).toBe(204)
    expect(await readMe(present)).toMatchObject(signOutEvent)
  })
})

describe('the cookie that a session had before the passcode was entered', () => {
  test('the earlier cookie opens no administrator’s work, and the passcode can be entered with it again', async () => {
    const present = await signedIn(bank.clara.email)
    const earlier = withTheCookieOf(present)
    const enter = (browser: Visitor) => bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
    expect((await enter(present)).status).toBe(201)
    expect(await bank.call(earlier, endpoints.listUsers)).toMatchObject(signOutEvent)
    const { answer } = await bank.call(earlier, endpoints.checkSession)
    expect(answer.session).toMatchObject({ user: { id: bank.clara.userId }, elevatedUntil: null })
    // As a browser does that never got the answer with the new cookie.
    expect((await enter(earlier)).status).toBe(201)
    expect((await bank.call(earlier, endpoints.listUsers)).status).toBe(200)
  })
})

test('a request with the cookie of an earlier session, which arrives after a new sign-in, takes no cookie back', async () => {
  const browser = await signedIn(bank.bruno.email)
  const overtaken = withTheCookieOf(browser)
  await bank.call(browser, endpoints.signIn, { body: { email: bank.bruno.email, password } })
  const late = await readMe(overtaken)
  expect(late).toMatchObject(signOutEvent)
  expect(late.headers['set-cookie']).toBeUndefined()
})
