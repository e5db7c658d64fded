import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { type Enrolled, enrol, prove, showPassword } from '../../test/two-factor.ts'

let bank: TestBank
let dora: Person
let has: Enrolled
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
  has = await enrol(bank, dora)
})

const code = () => codeAt(has.secret, bank.clock.now())
const wrongCode = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0')

function show(challenge: string, shown: string, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.signInWithCode, { body: { challenge, code: shown } })
}

function recover(challenge: string, recovery_code: string, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.signInWithRecoveryCode, { body: { challenge, recovery_code } })
}

async function latest(table: 'audit_events' | 'outgoing_mail') {
  const { rows } = await bank.bank.db.query(
    table === 'audit_events'
      ? 'select action, details from audit_events where target = $1 order by seq desc limit 1'
      : 'select subject, html from outgoing_mail where recipient = $1 order by id desc limit 1',
    [table === 'audit_events' ? dora.userId : dora.email],
  )
  return rows[0]
}

describe('signing in with two-factor on', () => {
  test('the right password opens nothing, and the code opens the session', async () => {
    const browser = newVisitor()
    const challenge = await showPassword(bank, dora, browser)
    expect(browser.cookies.size).toBe(0)
    const { status, answer } = await show(challenge, code(), browser)
    expect([status, answer.user.email]).toEqual([201, dora.email])
    expect((await bank.call(browser, endpoints.readMe)).answer.id).toBe(dora.userId)
    expect(await latest('audit_events')).toMatchObject({
      action: 'signed_in',
      details: { secondStep: 'authenticator' },
    })
  })

  test('the challenge is no session cookie, and no session cookie is a challenge', async () => {
    const challenge = await showPassword(bank, dora)
    const visitor = { cookies: new Map([['sid', challenge]]) }
    expect((await bank.call(visitor, endpoints.readMe)).status).toBe(401)
    await bank.call(dora, endpoints.readMe)
    expect((await show(dora.cookies.get('sid')!, code())).problem.code).toBe('sign_in_ended')
  })

  test('a wrong password still gets the answer it gets everywhere', async () => {
    const tried = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: dora.email, password: 'not the password' },
    })
    expect([tried.status, tried.problem.code]).toEqual([401, 'credentials_invalid'])
  })

  test('whoever was signed in in this browser is so until the code is right', async () => {
    const browser = newVisitor()
    await bank.call(browser, endpoints.signIn, { body: { email: bank.alice.email, password } })
    const challenge = await showPassword(bank, dora, browser)
    expect((await bank.call(browser, endpoints.readMe)).answer.id).toBe(bank.alice.userId)
    await show(challenge, code(), browser)
    expect((await bank.call(browser, endpoints.readMe)).answer.id).toBe(dora.userId)
  })

  test('a new browser is told to the owner only after the code, and known from then on', async () => {
    const browser = newVisitor()
    const challenge = await showPassword(bank, dora, browser)
    expect((await latest('outgoing_mail')).subject).toBe('Two-factor authentication is on at Truepenny')
    await show(challenge, code(), browser)
    expect((await latest('outgoing_mail')).subject).toBe('A new device signed in to Truepenny')
    expect(browser.cookies.has('device')).toBe(true)
  })
})

describe('a code', () => {
  test('is taken once, in whichever sign-in', async () => {
    const [first, second] = [await showPassword(bank, dora), await showPassword(bank, dora)]
    const shown = code()
    expect((await show(first, shown)).status).toBe(201)
    const again = await show(second, shown)
    expect([again.status, again.problem.code]).toEqual([422, 'code_incorrect'])
    bank.clock.pass(0.5)
    expect((await show(second, code())).status).toBe(201)
  })

  test('is taken once, of four at the same time', async () => {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => showPassword(bank, dora)))
    const shown = code()
    const tried = await Promise.all(challenges.map((challenge) => show(challenge, shown)))
    expect(tried.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test('of an earlier moment than one taken is not taken any more', async () => {
    const challenge = await showPassword(bank, dora)
    const earlier = code()
    bank.clock.pass(0.5)
    expect((await show(challenge, code())).status).toBe(201)
    expect((await show(await showPassword(bank, dora), earlier)).problem.code).toBe('code_incorrect')
  })

  test('that turned two-factor on signs nobody in', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    const { answer } = await bank.call(erik, endpoints.beginTwoFactor)
    const shown = codeAt(answer.secret, bank.clock.now())
    await bank.call(erik, endpoints.turnOnTwoFactor, { body: { code: shown } })
    expect((await show(await showPassword(bank, erik), shown)).problem.code).toBe('code_incorrect')
  })

  test.each(['', '12345', '1234567', 'abcdef', '12345６'])(
    '%j is no code: it is not looked at',
    async (shown) => {
      const challenge = await showPassword(bank, dora)
      const { status, problem } = await show(challenge, shown)
      expect([status, problem.errors[0]?.pointer]).toEqual([422, '/code'])
      expect((await show(challenge, code().replace(/(...)/, '$1 '))).status).toBe(201)
    },
  )
})

describe('a recovery code', () => {
  test('signs in once and not twice, is told by mail, and as people write it down', async () => {
    const [first, second] = has.recoveryCodes
    const scribbled = first!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await recover(await showPassword(bank, dora), scribbled)).status).toBe(201)
    const { html } = (
      await bank.bank.db.query(
        `select html from outgoing_mail where recipient = $1 and subject = 'A recovery code was used at Truepenny'`,
        [dora.email],
      )
    ).rows[0]
    expect(html).toContain('Recovery codes left: 9.')
    expect(await latest('audit_events')).toMatchObject({
      action: 'signed_in',
      details: { secondStep: 'recovery_code' },
    })
    const challenge = await showPassword(bank, dora)
    const again = await recover(challenge, first!)
    expect([again.status, again.problem.code]).toEqual([422, 'recovery_code_incorrect'])
    expect((await recover(challenge, second!)).status).toBe(201)
  })

  test('signs in once, of four at the same time', async () => {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => showPassword(bank, dora)))
    const tried = await Promise.all(challenges.map((challenge) => recover(challenge, has.recoveryCodes[3]!)))
    expect(tried.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })

  test('of somebody else signs nobody in', async () => {
    const erik = await bank.openAccount(`Erik${count}`)
    await enrol(bank, erik)
    const tried = await recover(await showPassword(bank, erik), has.recoveryCodes[0]!)
    expect(tried.problem.code).toBe('recovery_code_incorrect')
  })
})

describe('a sign-in that waits for a code', () => {
  test('ends after 5 minutes', async () => {
    const challenge = await showPassword(bank, dora)
    bank.clock.pass(5)
    const { status, problem } = await show(challenge, code())
    expect([status, problem.code]).toEqual([401, 'sign_in_ended'])
  })

  test('ends when the password is changed', async () => {
    const challenge = await showPassword(bank, dora)
    await prove(bank, dora, { recovery_code: has.recoveryCodes[0]! })
    const body = { new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' }
    expect((await bank.call(dora, endpoints.changePassword, { body })).status).toBe(204)
    expect((await show(challenge, code())).problem.code).toBe('sign_in_ended')
  })

  test('is finished once', async () => {
    const challenge = await showPassword(bank, dora)
    expect((await show(challenge, code())).status).toBe(201)
    expect((await recover(challenge, has.recoveryCodes[0]!)).problem.code).toBe('sign_in_ended')
  })

  test('that nobody began is none', async () => {
    expect((await show('A'.repeat(43), code())).problem.code).toBe('sign_in_ended')
    expect((await show('made up', code())).problem.errors[0]?.pointer).toBe('/challenge')
  })

  test('ends after five wrong codes, and the right one has to wait, in a new sign-in too', async () => {
    const challenge = await showPassword(bank, dora)
    for (let tries = 0; tries < 5; tries++) expect((await show(challenge, wrongCode())).status).toBe(422)
    expect((await show(challenge, code())).problem.code).toBe('sign_in_ended')
    expect(await latest('audit_events')).toMatchObject({ action: 'second_step_blocked', details: {} })
    expect((await latest('outgoing_mail')).subject).toBe(
      'Wrong codes were entered for your Truepenny account',
    )

    const again = await show(await showPassword(bank, dora), code())
    expect([again.status, again.problem.detail]).toEqual([429, 'Too many attempts. Try again in 15 minutes'])
    const recovered = await recover(await showPassword(bank, dora), has.recoveryCodes[0]!)
    expect(recovered.status).toBe(429)
    bank.clock.pass(15)
    expect((await show(await showPassword(bank, dora), code())).status).toBe(201)
  })

  test('is not guessed faster by many codes at once, over many sign-ins', async () => {
    const challenges = await Promise.all(Array.from({ length: 4 }, () => showPassword(bank, dora)))
    const tried = await Promise.all(
      Array.from({ length: 40 }, (_, at) => show(challenges[at % 4]!, wrongCode())),
    )
    const codes = tried.map(({ problem }) => problem.code)
    expect(codes.filter((one) => one === 'code_incorrect')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['code_incorrect', 'too_many_attempts', 'sign_in_ended']))
  })

  test('cannot be kept from its owner by somebody else who knows the password', async () => {
    const browser = newVisitor()
    await show(await showPassword(bank, dora, browser), code(), browser)
    bank.clock.pass(0.5)
    const stranger = await showPassword(bank, dora)
    for (let tries = 0; tries < 5; tries++) await show(stranger, wrongCode())
    expect((await show(await showPassword(bank, dora, browser), code(), browser)).status).toBe(201)
  })
})
