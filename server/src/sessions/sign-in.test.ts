import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const wrong = 'not the password'

describe('signing in', () => {
  test('the right e-mail and password open a session, and signing out ends it', async () => {
    const { alice, call } = bank
    const browser = newVisitor()
    const { answer } = await call(browser, endpoints.signIn, { body: { email: ' Alice@Example.com ', password } })
    expect(answer.user).toEqual({ id: alice.userId, name: 'Alice', email: 'alice@example.com', role: 'customer' })

    const seen = await call(browser, endpoints.checkSession)
    expect(seen.answer.session?.user.name).toBe('Alice')
    const cookie = new Map(browser.cookies)
    const out = await call(browser, endpoints.signOut)
    expect(out.headers['clear-site-data']).toBe('"cache"')
    expect(browser.cookies.has('sid')).toBe(false)
    // The cookie is worth nothing even to somebody who kept it.
    expect((await call({ cookies: cookie }, endpoints.readMe)).problem.code).toBe('signed_out')
  })
})
