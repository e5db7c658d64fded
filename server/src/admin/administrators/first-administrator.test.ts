import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { makeFirstAdministrator } from './first-administrator.ts'

const firstAdministrator = { email: 'First@example.com', password: 'made at the start', passcode: '4711' }

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ firstAdministrator })
})
afterAll(() => bank.close())

describe('the first administrator', () => {
  test('no first administrator is created when the bank has an administrator', async () => {
    await makeFirstAdministrator(bank.bank, bank.clock.now())
    const { rowCount } = await bank.bank.db.query(`select from users where role = 'administrator'`)
    expect(rowCount).toBe(1)
  })

  test('processes that start at the same time create one first administrator, who can sign in and enter the passcode', async () => {
    await bank.bank.db.query(`update users set role = 'customer'`)
    const starts = Array.from({ length: 3 }, () => makeFirstAdministrator(bank.bank, bank.clock.now()))
    await Promise.all(starts)
    const browser = newVisitor()
    const { email, password, passcode } = firstAdministrator
    const { answer } = await bank.call(browser, endpoints.signIn, { body: { email, password } })
    expect(answer).toMatchObject({
      user: { name: 'Administrator', email: 'first@example.com', role: 'administrator' },
    })
    const elevated = await bank.call(browser, endpoints.enterPasscode, { body: { passcode } })
    expect(elevated.answer.elevatedUntil).not.toBeNull()
    const me = await bank.call(browser, endpoints.readMe)
    expect(me.answer).toMatchObject({ dob: null, city: 'Not provided', account: { isActive: false } })
    const { rowCount } = await bank.bank.db.query('select from pins where user_id = $1', [me.answer.id])
    expect(rowCount).toBe(0)
  })
})
