import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { beginSignIn, confirmIdentity, enrol, type TwoFactorSecrets } from '../../test/two-factor.ts'

let bank: TestBank
let dora: Person
let secrets: TwoFactorSecrets
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
  secrets = await enrol(bank, dora)
})

const code = () => codeAt(secrets.secret, bank.clock.now())
const wrongCode = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0')

function show(challenge: string, shown: string, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.signInWithCode, { body: { challenge, code: shown } })
}

function recover(challenge: string, recovery_code: string, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.signInWithRecoveryCode, { body: { challenge, recovery_code } })
}

const latestEvent = async () => (await auditEventsAbout(bank, dora.userId)).at(-1)

const latestMail = async () => (await mailsTo(bank, dora.email)).at(-1)

describe('signing in with two-factor on', () => {
  test('with two-factor on, the password opens nothing and the code opens the session', async () => {
    const browser = newVisitor()
    const challenge = await beginSignIn(bank, dora, browser)
    expect(browser.cookies.size).toBe(0)
    const { status, answer } = await show(challenge, code(), browser)
    expect([status, answer.user.email]).toEqual([201, dora.email])
    expect((await bank.call(browser, endpoints.readMe)).answer.id).toBe(dora.userId)
    expect(await latestEvent()).toMatchObject({
      action: 'signed_in',
      details: { secondStep: 'authenticator' },
    })
  })

  test('a challenge is not accepted as a session cookie, nor a session cookie as a challenge', async () => {
    const challenge = await beginSignIn(bank, dora)
    const visitor = { cookies: new Map([['sid', challenge]]) }
    expect((await bank.call(visitor, endpoints.readMe)).status).toBe(401)
    await bank.call(dora, endpoints.readMe)
    expect((await show(dora.cookies.get('sid')!, code())).problem.code).toBe('sign_in_ended')
  })

  test('with two-factor on, a wrong password gets the usual answer', async () => {
    const tried = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: dora.email, password: 'not the password' },
    })
    expect([tried.status, tried.problem.code]).toEqual([401, 'credentials_invalid'])
  })

  test('a session in the browser stays open until another user’s code is right', async () => {
    const browser = newVisitor()
    await bank.call(browser, endpoints.signIn, { body: { email: bank.alice.email, password } })
    const challenge = await beginSignIn(bank, dora, browser)
    expect((await bank.call(browser, endpoints.readMe)).answer.id).toBe(bank.alice.userId)
    await show(challenge, code(), browser)
    expect((await bank.call(browser, endpoints.readMe)).answer.id).toBe(dora.userId)
  })

  test('a new device is reported and remembered only after the code', async () => {
    const browser = newVisitor()
    const challenge = await beginSignIn(bank, dora, browser)
    expect((await latestMail())?.subject).toBe('Two-factor authentication is on at Truepenny')
    await show(challenge, code(), browser)
    expect((await latestMail())?.subject).toBe('A new device logged in to Truepenny')
    expect(browser.cookies.has('device')).toBe(true)
  })
})

describe('a code', () => {
  test('a code is accepted once, in any sign-in', async () => {
    const [first, second] = [await beginSignIn(bank, dora), await beginSignIn(bank, dora)]
    const shown = code()
    expect((await show(first, shown)).status).toBe(201)
    const again = await show(second, shown)
    expect([again.status, again.problem.code]).toEqual([422, 'code_incorrect'])
    bank.clock.pass(0.5)
    expect((await show(second, code())).status).toBe(201)
  })

  test('of four concurrent sign-ins with one code, one succeeds', async () => {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => beginSignIn(bank, dora)))
    const shown = code()
    const tried = await Promise.all(challenges.map((challenge) => show(challenge, shown)))
    expect(tried.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test('a code that is older than a used one is refused', async () => {
    const challenge = await beginSignIn(bank, dora)
    const earlier = code()
    bank.clock.pass(0.5)
    expect((await show(challenge, code())).status).toBe(201)
    expect((await show(await beginSignIn(bank, dora), earlier)).problem.code).toBe('code_incorrect')
  })

  test('the code that turned two-factor on is refused at sign-in', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await confirmIdentity(bank, erik)
    const { answer } = await bank.call(erik, endpoints.beginTwoFactor)
    const shown = codeAt(answer.secret, bank.clock.now())
    await bank.call(erik, endpoints.turnOnTwoFactor, { body: { code: shown } })
    expect((await show(await beginSignIn(bank, erik), shown)).problem.code).toBe('code_incorrect')
  })

  test.each(['', '12345', '1234567', 'abcdef', '12345６'])(
    '%j is refused as a code without counting an attempt',
    async (shown) => {
      const challenge = await beginSignIn(bank, dora)
      const { status, problem } = await show(challenge, shown)
      expect([status, problem.errors[0]?.pointer]).toEqual([422, '/code'])
      expect((await show(challenge, code().replace(/(...)/, '$1 '))).status).toBe(201)
    },
  )
})

describe('a recovery code', () => {
  test('a recovery code signs in once, in any spelling, and the user gets a mail', async () => {
    const [first, second] = secrets.recoveryCodes
    const scribbled = first!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await recover(await beginSignIn(bank, dora), scribbled)).status).toBe(201)
    const [mail] = await mailsTo(bank, dora.email, 'A recovery code was used at Truepenny')
    expect(mail?.text).toContain('Recovery codes left: 9.')
    expect(await latestEvent()).toMatchObject({
      action: 'signed_in',
      details: { secondStep: 'recovery_code' },
    })
    const challenge = await beginSignIn(bank, dora)
    const again = await recover(challenge, first!)
    expect([again.status, again.problem.code]).toEqual([422, 'recovery_code_incorrect'])
    expect((await recover(challenge, second!)).status).toBe(201)
  })

  test('of four concurrent sign-ins with one recovery code, one succeeds', async () => {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => beginSignIn(bank, dora)))
    const tried = await Promise.all(
      challenges.map((challenge) => recover(challenge, secrets.recoveryCodes[3]!)),
    )
    expect(tried.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test('another user’s recovery code is refused', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await enrol(bank, erik)
    const tried = await recover(await beginSignIn(bank, erik), secrets.recoveryCodes[0]!)
    expect(tried.problem.code).toBe('recovery_code_incorrect')
  })
})

describe('a sign-in that waits for a code', () => {
  test('a sign-in that waits for a code expires after 5 minutes', async () => {
    const challenge = await beginSignIn(bank, dora)
    bank.clock.pass(5)
    const { status, problem } = await show(challenge, code())
    expect([status, problem.code]).toEqual([401, 'sign_in_ended'])
  })

  test('a sign-in that waits for a code ends when the password is changed', async () => {
    const challenge = await beginSignIn(bank, dora)
    await confirmIdentity(bank, dora, { recovery_code: secrets.recoveryCodes[0]! })
    const body = { new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' }
    expect((await bank.call(dora, endpoints.changePassword, { body })).status).toBe(204)
    expect((await show(challenge, code())).problem.code).toBe('sign_in_ended')
  })

  test('a sign-in with a code can be completed once', async () => {
    const challenge = await beginSignIn(bank, dora)
    expect((await show(challenge, code())).status).toBe(201)
    expect((await recover(challenge, secrets.recoveryCodes[0]!)).problem.code).toBe('sign_in_ended')
  })

  test('an unknown challenge is refused', async () => {
    expect((await show('A'.repeat(43), code())).problem.code).toBe('sign_in_ended')
    expect((await show('made up', code())).problem.errors[0]?.pointer).toBe('/challenge')
  })

  test('five wrong codes end the sign-in and block further codes', async () => {
    const challenge = await beginSignIn(bank, dora)
    for (let tries = 0; tries < 5; tries++) expect((await show(challenge, wrongCode())).status).toBe(422)
    expect((await show(challenge, code())).problem.code).toBe('sign_in_ended')
    expect(await latestEvent()).toMatchObject({ action: 'second_step_blocked', details: {} })
    expect((await latestMail())?.subject).toBe('Wrong codes were entered for your Truepenny account')

    const again = await show(await beginSignIn(bank, dora), code())
    expect([again.status, again.problem.detail]).toEqual([429, 'Too many attempts. Try again in 15 minutes'])
    const recovered = await recover(await beginSignIn(bank, dora), secrets.recoveryCodes[0]!)
    expect(recovered.status).toBe(429)
    bank.clock.pass(15)
    expect((await show(await beginSignIn(bank, dora), code())).status).toBe(201)
  })

  test('of 40 concurrent wrong codes in several sign-ins, five are verified', async () => {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => beginSignIn(bank, dora)))
    const tried = await Promise.all(
      Array.from({ length: 40 }, (_, at) => show(challenges[at % 4]!, wrongCode())),
    )
    const codes = tried.map(({ problem }) => problem.code)
    expect(codes.filter((one) => one === 'code_incorrect')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['code_incorrect', 'too_many_attempts', 'sign_in_ended']))
  })

  test('an attacker who knows the password cannot block the user’s codes in a known browser', async () => {
    const browser = newVisitor()
    await show(await beginSignIn(bank, dora, browser), code(), browser)
    bank.clock.pass(0.5)
    const attacker = await beginSignIn(bank, dora)
    for (let tries = 0; tries < 5; tries++) await show(attacker, wrongCode())
    expect((await show(await beginSignIn(bank, dora, browser), code(), browser)).status).toBe(201)
  })
})
