import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { confirmIdentity } from '../../test/two-factor.ts'

const newPassword = 'tide and timber 42'

let bank: TestBank
let dora: Person
let browser: Visitor
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
  browser = await signedIn()
  await confirmIdentity(bank, browser)
})

async function signedIn(tried = password): Promise<Visitor> {
  const visitor = newVisitor()
  const { status } = await bank.call(visitor, endpoints.signIn, {
    body: { email: dora.email, password: tried },
  })
  expect(status).toBe(201)
  return visitor
}

function change(visitor: Visitor, to = newPassword, again = to) {
  return bank.call(visitor, endpoints.changePassword, { body: { new_password: to, confirm_password: again } })
}

async function statusOf(visitor: Visitor): Promise<number> {
  return (await bank.call(visitor, endpoints.readMe)).status
}

describe('a changed password', () => {
  test('a changed password signs in, and the old one does not', async () => {
    expect((await change(browser)).status).toBe(204)
    await signedIn(newPassword)
    const old = await bank.call(newVisitor(), endpoints.signIn, { body: { email: dora.email, password } })
    expect(old.problem.code).toBe('credentials_invalid')
  })

  test('a changed password ends every other session, and gives this one a new cookie', async () => {
    const other = await signedIn()
    const before = { cookies: new Map(browser.cookies) }
    await change(browser)
    expect(await statusOf(browser)).toBe(200)
    expect([await statusOf(other), await statusOf(before)]).toEqual([401, 401])
  })

  test('a changed password is mailed to its owner and audited, without the password', async () => {
    await change(browser)
    const mail = await bank.bank.db.query(
      `select subject, letter::text from outgoing_mail where recipient = $1 and subject like '%password was changed'`,
      [dora.email],
    )
    expect(mail.rows).toHaveLength(1)
    expect(mail.rows[0].letter).not.toContain(newPassword)
    const audit = await bank.bank.db.query(
      `select action, details from audit_events where target = $1 order by seq desc limit 1`,
      [dora.userId],
    )
    expect(audit.rows).toEqual([{ action: 'password_changed', details: { otherSessionsEnded: 0 } }])
  })

  test('of two concurrent changes of the password in one session, the first one is made', async () => {
    const twin = { cookies: new Map(browser.cookies) }
    const answers = await Promise.all([change(browser), change(twin, 'the other new one')])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
  })
})

describe('a new password is refused', () => {
  test.each([
    ['short', 'short', '/new_password', 'Password must be at least 8 characters long'],
    [newPassword, `${newPassword}!`, '/confirm_password', 'Passwords do not match'],
    ['password123', 'password123', '/new_password', 'This password is too common'],
  ])('a new password %s, repeated as %s, is refused on %s: %s', async (first, second, pointer, detail) => {
    const { status, problem } = await change(browser, first, second)
    expect(status).toBe(422)
    expect(problem.errors).toContainEqual({ pointer, detail })
    await signedIn()
  })

  test('the user’s own e-mail is refused as a new password', async () => {
    expect((await change(browser, dora.email)).problem.code).toBe('password_too_common')
  })

  test('a refused new password does not use up the confirmation', async () => {
    expect((await change(browser, 'password123')).problem.code).toBe('password_too_common')
    expect((await change(browser)).status).toBe(204)
  })

  test('a change of the password needs a session', async () => {
    expect((await change(newVisitor())).problem.code).toBe('signed_out')
  })
})
