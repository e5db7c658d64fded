import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { beginSignIn, confirmIdentity, enrol, type TwoFactorSecrets } from '../../test/two-factor.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
})

const newPassword = { new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' }
const changePassword = (who: Visitor = dora) =>
  bank.call(who, endpoints.changePassword, { body: newPassword })
const turnOff = (who: Visitor = dora) => bank.call(who, endpoints.turnOffTwoFactor)
const makeCodes = (who: Visitor = dora) => bank.call(who, endpoints.makeRecoveryCodes)
const confirm = (shown: Record<string, string> = {}, who: Visitor = dora, tried = password) =>
  bank.call(who, endpoints.confirmSession, { body: { password: tried, ...shown } })

const codeOf = ({ secret }: TwoFactorSecrets) => codeAt(secret, bank.clock.now())
const wrongCodeOf = (secrets: TwoFactorSecrets) =>
  String((Number(codeOf(secrets)) + 1) % 1_000_000).padStart(6, '0')

const mailCount = async (subject: string) => (await mailsTo(bank, dora.email, subject)).length

const changes = [
  ['a new password', changePassword],
  ['turning two-factor off', turnOff],
  ['making new recovery codes', makeCodes],
] as const

describe.each(changes)('%s', (name, change) => {
  test(`${name} is refused to a session that has just signed in, and the refusal says whether a code is needed`, async () => {
    const browser = newVisitor()
    await bank.call(browser, endpoints.signIn, { body: { email: dora.email, password } })
    const without = await change(browser)
    expect([without.status, without.problem.code, without.problem.detail, without.problem.facts]).toEqual([
      403,
      'confirm_required',
      'Confirm it’s you',
      { code: false },
    ])
    await enrol(bank, dora)
    expect((await change()).problem.facts).toEqual({ code: true })
  })

  test(`${name} is allowed once for one confirmation`, async () => {
    const secrets = await enrol(bank, dora)
    await confirmIdentity(bank, dora, { code: codeOf(secrets) })
    expect((await change()).status).toBeLessThan(300)
    expect((await change()).problem.code).toBe('confirm_required')
  })

  test(`${name} is allowed once, of two concurrent requests with one confirmation`, async () => {
    const secrets = await enrol(bank, dora)
    await confirmIdentity(bank, dora, { code: codeOf(secrets) })
    const twin = { cookies: new Map(dora.cookies) }
    const both = await Promise.all([change(), change(twin)])
    expect(both.map(({ status }) => status < 300).sort()).toEqual([false, true])
    const refused = both.find(({ status }) => status >= 300)!
    // The first request replaces the cookie that both sent.
    expect(['signed_out', 'confirm_required', 'two_factor_off']).toContain(refused.problem.code)
  })

  test(`${name} is refused 5 minutes after the confirmation`, async () => {
    const secrets = await enrol(bank, dora)
    await confirmIdentity(bank, dora, { code: codeOf(secrets) })
    bank.clock.pass(5)
    expect((await change()).problem.code).toBe('confirm_required')
    await confirmIdentity(bank, dora, { code: codeOf(secrets) })
    bank.clock.pass(4.9)
    expect((await change()).status).toBeLessThan(300)
  })

  test(`${name} is refused to another session of the same user, which has confirmed nothing`, async () => {
    const secrets = await enrol(bank, dora)
    const other = { ...dora, cookies: new Map<string, string>() }
    await bank.call(other, endpoints.readMe)
    await confirmIdentity(bank, dora, { code: codeOf(secrets) })
    expect((await change(other)).problem.code).toBe('confirm_required')
  })

  test(`${name} is refused with a confirmation by password alone that another session made before two-factor was on`, async () => {
    const other = { ...dora, cookies: new Map<string, string>() }
    await bank.call(other, endpoints.readMe)
    await confirmIdentity(bank, other)
    await confirmIdentity(bank, dora)
    await enrol(bank, dora)
    expect((await change(other)).problem.facts).toEqual({ code: true })
    expect((await change()).problem.facts).toEqual({ code: true })
  })
})

describe('confirming with two-factor on', () => {
  let secrets: TwoFactorSecrets
  beforeEach(async () => {
    secrets = await enrol(bank, dora)
  })

  test('a confirmation without a code is refused without counting an attempt at the password', async () => {
    const verify = vi.spyOn(bank.bank.passwords, 'verify')
    for (let tries = 0; tries < 6; tries++) {
      const { status, problem } = await confirm({}, dora, 'not the password')
      expect([status, problem.code, problem.errors[0]?.pointer]).toEqual([422, 'code_required', '/code'])
    }
    expect(verify).not.toHaveBeenCalled()
    verify.mockRestore()
    expect((await confirm({ code: codeOf(secrets) })).status).toBe(201)
  })

  test('a confirmation with the right password and a wrong code is refused, and no change is possible', async () => {
    const wrong = await confirm({ code: wrongCodeOf(secrets) })
    expect([wrong.status, wrong.problem.errors[0]?.pointer]).toEqual([422, '/code'])
    expect((await changePassword()).problem.code).toBe('confirm_required')
  })

  test('a code is accepted by one confirmation', async () => {
    const code = codeOf(secrets)
    expect((await confirm({ code })).status).toBe(201)
    expect((await confirm({ code })).problem.code).toBe('code_incorrect')
  })

  test('of four concurrent confirmations with one code, one succeeds', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = { ...dora, cookies: new Map<string, string>() }
        await bank.call(browser, endpoints.readMe)
        return browser
      }),
    )
    const code = codeOf(secrets)
    const tried = await Promise.all(browsers.map((browser) => confirm({ code }, browser)))
    expect(tried.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test('a recovery code confirms instead of a code, and the user gets a mail', async () => {
    const [recovery_code] = secrets.recoveryCodes
    expect((await confirm({ recovery_code: recovery_code!.toLowerCase() })).status).toBe(201)
    expect((await turnOff()).status).toBe(204)
    const [mail, ...others] = await mailsTo(bank, dora.email, 'A recovery code was used at Truepenny')
    expect(others).toEqual([])
    expect(mail?.text).toContain('Someone confirmed a change to your account')
    expect(mail?.text).toContain('Recovery codes left: 9.')
    const confirmed = await auditEventsAbout(bank, dora.userId, 'session_confirmed')
    // The first was for turning two-factor on.
    expect(confirmed.map(({ details }) => details)).toEqual([{}, { secondStep: 'recovery_code' }])
  })

  test('a recovery code is not used up when the password is wrong', async () => {
    const [recovery_code] = secrets.recoveryCodes
    expect((await confirm({ recovery_code: recovery_code! }, dora, 'not the password')).problem.code).toBe(
      'password_incorrect',
    )
    expect(await mailCount('A recovery code was used at Truepenny')).toBe(0)
    expect((await confirm({ recovery_code: recovery_code! })).status).toBe(201)
    expect((await confirm({ recovery_code: recovery_code! })).problem.code).toBe('recovery_code_incorrect')
  })

  test('a recovery code is not used up when the session ends while it is verified', async () => {
    const [recovery_code] = secrets.recoveryCodes
    const { passwords } = bank.bank
    const { derive } = passwords
    const spy = vi.spyOn(passwords, 'derive').mockImplementationOnce(async (...words) => {
      await bank.bank.db.query('delete from sessions where user_id = $1', [dora.userId])
      return derive(...words)
    })
    expect((await confirm({ recovery_code: recovery_code! })).problem.code).toBe('signed_out')
    spy.mockRestore()
    const later = { ...dora, cookies: new Map<string, string>() }
    expect((await bank.call(later, endpoints.readTwoFactor)).answer.recoveryCodesLeft).toBe(10)
    expect(await mailCount('A recovery code was used at Truepenny')).toBe(0)
  })

  test('five wrong codes of either kind block confirmations and the sign-in, and the user gets a mail', async () => {
    for (let tries = 0; tries < 3; tries++) {
      expect((await confirm({ code: wrongCodeOf(secrets) })).problem.code).toBe('code_incorrect')
    }
    for (let tries = 0; tries < 2; tries++) {
      const tried = await confirm({ recovery_code: 'AAAA-AAAA-AAAA' })
      expect(tried.problem.code).toBe('recovery_code_incorrect')
    }
    const blocked = await confirm({ code: codeOf(secrets) })
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '900'])
    expect(await mailCount('Wrong codes were entered for your Truepenny account')).toBe(1)
    const sameBrowser = { cookies: new Map([['device', dora.cookies.get('device')!]]) }
    const body = { challenge: await beginSignIn(bank, dora, sameBrowser), code: codeOf(secrets) }
    expect((await bank.call(sameBrowser, endpoints.signInWithCode, { body })).status).toBe(429)
  })

  test('of twelve concurrent wrong codes, five are verified', async () => {
    const tried = await Promise.all(Array.from({ length: 12 }, () => confirm({ code: wrongCodeOf(secrets) })))
    const codes = tried.map(({ problem }) => problem.code)
    expect(codes.filter((one) => one === 'code_incorrect')).toHaveLength(5)
    expect(codes.filter((one) => one === 'too_many_attempts')).toHaveLength(7)
  })

  test('an attacker who knows the password cannot block confirmations in a known browser', async () => {
    const browser = newVisitor()
    const challenge = await beginSignIn(bank, dora, browser)
    await bank.call(browser, endpoints.signInWithCode, { body: { challenge, code: codeOf(secrets) } })
    bank.clock.pass(0.5)
    const attacker = { ...dora, cookies: new Map<string, string>() }
    for (let tries = 0; tries < 5; tries++) await confirm({ code: wrongCodeOf(secrets) }, attacker)
    expect((await confirm({ code: codeOf(secrets) }, attacker)).status).toBe(429)
    expect((await confirm({ code: codeOf(secrets) }, browser)).status).toBe(201)
  })

  test('other changes need a code as well, 10 minutes after the sign-in', async () => {
    bank.clock.pass(10)
    const ended = await bank.call(dora, endpoints.endOtherSessions)
    expect([ended.problem.code, ended.problem.facts]).toEqual(['confirm_required', { code: true }])
    expect((await confirm()).problem.code).toBe('code_required')
    expect((await confirm({ code: codeOf(secrets) })).status).toBe(201)
    expect((await bank.call(dora, endpoints.endOtherSessions)).status).toBe(204)
  })

  test('a confirmation with a code and a recovery code together is refused', async () => {
    const both = await confirm({ code: codeOf(secrets), recovery_code: secrets.recoveryCodes[0]! })
    expect([both.status, both.problem.errors]).toEqual([
      422,
      [{ pointer: '/recovery_code', detail: 'Send a code or a recovery code, not both' }],
    ])
  })
})

describe('confirming with two-factor off', () => {
  test('a confirmation ignores a code when two-factor is off', async () => {
    expect((await confirm({ code: '123456' })).status).toBe(201)
    expect((await changePassword()).status).toBe(204)
  })

  test('a confirmation needs a code when two-factor is turned on while the password is verified', async () => {
    const { passwords } = bank.bank
    const { verify } = passwords
    await bank.call(dora, endpoints.readMe)
    const other = { ...dora, cookies: new Map<string, string>() }
    await confirmIdentity(bank, other)
    const { answer } = await bank.call(other, endpoints.beginTwoFactor)
    const spy = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...words) => {
      const body = { code: codeAt(answer.secret, bank.clock.now()) }
      expect((await bank.call(other, endpoints.turnOnTwoFactor, { body })).status).toBe(200)
      return verify(...words)
    })
    expect((await confirm()).problem.code).toBe('code_required')
    spy.mockRestore()
    expect((await turnOff()).problem.facts).toEqual({ code: true })
  })

  test('a confirmation fails when the password is changed while it is verified', async () => {
    const { passwords } = bank.bank
    const { verify } = passwords
    const other = { ...dora, cookies: new Map<string, string>() }
    await confirmIdentity(bank, other)
    const spy = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...words) => {
      await changePassword(other)
      return verify(...words)
    })
    const late = await confirm()
    spy.mockRestore()
    expect(late.problem.code).toBe('password_incorrect')
  })
})
