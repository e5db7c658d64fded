import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVisitor, type Visitor } from '../../../test/ask.ts'
import { codeAt } from '../../../test/authenticator.ts'
import { openTestBank, type Person, passcode, password, type TestBank } from '../../../test/bank.ts'
import { confirmIdentity, enrol } from '../../../test/two-factor.ts'
import { makeFirstAdministrator } from '../administrators/first-administrator.ts'

const firstAdministrator = { email: 'first@example.com', password: 'made at the start', passcode: '4711' }

let bank: TestBank
let dean: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank({ adminSecondFactor: 'required', firstAdministrator })
})
afterAll(() => bank.close())
beforeEach(async () => {
  dean = await bank.openAccount(`Dean${++count}`, { role: 'administrator' })
})

function enter(who: Visitor = dean, tried = passcode) {
  return bank.call(who, endpoints.enterPasscode, { body: { passcode: tried } })
}

function work(who: Visitor = dean) {
  return bank.call(who, endpoints.listUsers)
}

describe('where administrators need a second factor', () => {
  test('an administrator without two-factor is refused before the passcode is verified, and no attempt is counted', async () => {
    const verify = vi.spyOn(bank.bank.passwords, 'verify')
    for (let tries = 0; tries < 6; tries++) {
      const { status, problem } = await enter(dean, 'not the passcode')
      expect([status, problem.code]).toEqual([403, 'second_factor_required'])
    }
    expect(verify).not.toHaveBeenCalled()
    verify.mockRestore()
    expect((await work()).problem.code).toBe('second_factor_required')
    await enrol(bank, dean)
    expect((await work()).problem.code).toBe('passcode_required')
    expect((await enter()).status).toBe(201)
    expect((await work()).status).toBe(200)
  })

  test('an administrator who has begun two-factor, but has sent no code yet, is refused', async () => {
    await confirmIdentity(bank, dean)
    expect((await bank.call(dean, endpoints.beginTwoFactor)).status).toBe(201)
    expect((await enter()).problem.code).toBe('second_factor_required')
  })

  test('a customer is refused without mention of a second factor', async () => {
    expect((await enter(bank.alice)).problem.code).toBe('forbidden')
    expect((await bank.call(bank.alice, endpoints.readTwoFactor)).answer.isRequired).toBe(false)
    expect((await bank.call(dean, endpoints.readTwoFactor)).answer.isRequired).toBe(true)
  })

  test('turning two-factor off ends the elevation of all the administrator’s sessions', async () => {
    const { secret } = await enrol(bank, dean)
    const other = { ...dean, cookies: new Map<string, string>() }
    await enter()
    await enter(other)
    await confirmIdentity(bank, dean, { code: codeAt(secret, bank.clock.now()) })
    expect([(await work()).status, (await work(other)).status]).toEqual([200, 200])
    expect((await bank.call(dean, endpoints.turnOffTwoFactor)).status).toBe(204)
    expect([(await work()).problem.code, (await work(other)).problem.code]).toEqual([
      'second_factor_required',
      'second_factor_required',
    ])
    expect((await enter(other)).problem.code).toBe('second_factor_required')
    await enrol(bank, dean)
    expect([(await work()).problem.code, (await work(other)).problem.code]).toEqual([
      'passcode_required',
      'passcode_required',
    ])
    expect((await enter(other)).status).toBe(201)
  })

  test('a passcode does not elevate the session when two-factor is turned off while it is verified', async () => {
    const { secret } = await enrol(bank, dean)
    const other = { ...dean, cookies: new Map<string, string>() }
    await confirmIdentity(bank, other, { code: codeAt(secret, bank.clock.now()) })
    const { passwords } = bank.bank
    const { verify } = passwords
    const spy = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...words) => {
      const isRight = await verify(...words)
      expect((await bank.call(other, endpoints.turnOffTwoFactor)).status).toBe(204)
      return isRight
    })
    const late = await enter()
    spy.mockRestore()
    expect(late.problem.code).toBe('second_factor_required')
    await enrol(bank, dean)
    expect((await work()).problem.code).toBe('passcode_required')
  })

  test('the first administrator signs in, turns two-factor on and enters the passcode', async () => {
    await bank.bank.db.query(`update users set role = 'customer'`)
    await makeFirstAdministrator(bank.bank, bank.clock.now())
    const browser = newVisitor()
    const { email, passcode: own } = firstAdministrator
    const body = { email, password: firstAdministrator.password }
    await bank.call(browser, endpoints.signIn, { body })
    expect((await enter(browser, own)).problem.code).toBe('second_factor_required')
    await bank.call(browser, endpoints.confirmSession, { body: { password: firstAdministrator.password } })
    const { answer } = await bank.call(browser, endpoints.beginTwoFactor)
    const code = codeAt(answer.secret, bank.clock.now())
    expect((await bank.call(browser, endpoints.turnOnTwoFactor, { body: { code } })).status).toBe(200)
    expect((await enter(browser, own)).status).toBe(201)
    expect((await work(browser)).status).toBe(200)
  })
})

describe('where a second factor is the administrator’s choice', () => {
  test('where two-factor is optional, the passcode is enough, and turning two-factor off keeps the elevation', async () => {
    const free = await openTestBank({ adminSecondFactor: 'optional' })
    const { clara } = free
    const opened = await free.call(clara, endpoints.enterPasscode, { body: { passcode } })
    expect(opened.status).toBe(201)
    const { secret } = await enrol(free, clara)
    await free.call(clara, endpoints.confirmSession, {
      body: { password, code: codeAt(secret, free.clock.now()) },
    })
    expect((await free.call(clara, endpoints.turnOffTwoFactor)).status).toBe(204)
    expect((await free.call(clara, endpoints.listUsers)).status).toBe(200)
    await free.close()
  })
})
