import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { listenOnLoopback, openLivePage } from '../../test/live.ts'
import { newUserForm } from '../../test/new-user-form.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'

const temporary = { password: newUserForm.password, pin: newUserForm.pin }
const chosen = { password: 'tide and timber 42', pin: '98765' }
const minutesOf7Days = 7 * 24 * 60

let bank: TestBank
let user: { id: string; email: string }
let browser: Visitor
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(async () => {
  await bank.elevate(bank.clara)
  const email = `hanna${++count}@example.com`
  const { answer } = await bank.call(bank.clara, endpoints.createUser, { body: { ...newUserForm, email } })
  user = { id: answer.id, email }
  browser = newVisitor()
})
afterAll(() => bank.close())

function signIn(password: string = temporary.password, visitor = browser) {
  return bank.call(visitor, endpoints.signIn, { body: { email: user.email, password } })
}

/** Confirms the session with the current password first, as the dialog "Confirm it’s you" does. */
async function changePassword(
  to: string = chosen.password,
  visitor = browser,
  current: string = temporary.password,
) {
  const body = { new_password: to, confirm_password: to }
  const confirmed = await bank.call(visitor, endpoints.confirmSession, { body: { password: current } })
  expect(confirmed.status).toBe(201)
  return bank.call(visitor, endpoints.changePassword, { body })
}

function changePin(from: string = temporary.pin, to: string = chosen.pin, visitor = browser) {
  return bank.call(visitor, endpoints.changePin, { body: { current_pin: from, new_pin: to } })
}

function setPin(to: string = chosen.pin, visitor = browser) {
  return bank.call(visitor, endpoints.setPin, { body: { new_pin: to } })
}

async function temporarySecrets(visitor = browser) {
  const { answer } = await bank.call(visitor, endpoints.checkSession)
  return answer.session?.temporarySecrets
}

async function statusOf(visitor = browser): Promise<number> {
  return (await bank.call(visitor, endpoints.readMe)).status
}

/** Chooses a password with a link that an administrator has sent. */
async function resetPassword(to: string = chosen.password) {
  const asked = await bank.call(bank.clara, endpoints.sendResetLink, { params: { id: user.id } })
  expect(asked.status).toBe(204)
  await queueResetLinks(bank.bank, bank.clock.now())
  const { rows } = await bank.bank.db.query(
    `select password_reset_id as id from outgoing_mail where recipient = $1 and password_reset_id is not null`,
    [user.email],
  )
  const token = linkToken(bank.bank.keys.passwordResetKey.current, rows.at(-1).id)
  const body = { token, new_password: to, confirm_password: to }
  return bank.call(newVisitor(), endpoints.resetPassword, { body })
}

describe('a temporary password and a temporary PIN', () => {
  test('a temporary password and PIN must both be replaced first, in either order', async () => {
    for (const first of ['password', 'pin'] as const) {
      const email = `${first}${count}@example.com`
      await bank.call(bank.clara, endpoints.createUser, { body: { ...newUserForm, email } })
      const visitor = newVisitor()
      const { answer } = await bank.call(visitor, endpoints.signIn, {
        body: { email, password: temporary.password },
      })
      expect(answer).toMatchObject({ temporarySecrets: { password: true, pin: true } })
      expect(answer).not.toHaveProperty('draftKey')
      const steps = [
        () => changePassword(chosen.password, visitor),
        () => changePin(temporary.pin, chosen.pin, visitor),
      ]
      if (first === 'pin') steps.reverse()
      const refused = await bank.call(visitor, endpoints.readMe)
      expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
        403,
        'secrets_temporary',
        'Choose your own password and PIN first',
      ])
      expect((await steps[0]!()).status).toBe(204)
      const left = { password: first === 'pin', pin: first === 'password' }
      expect(await temporarySecrets(visitor)).toEqual(left)
      expect((await bank.call(visitor, endpoints.readMe)).problem.code).toBe('secrets_temporary')
      expect((await steps[1]!()).status).toBe(204)
      expect(await temporarySecrets(visitor)).toBeNull()
      expect(await statusOf(visitor)).toBe(200)
    }
  })

  test('a user with a temporary password or PIN gets no live connection', async () => {
    const address = await listenOnLoopback(bank.app)
    await signIn()
    const early = openLivePage(address, browser.cookies)
    await waitUntil(() => early.refusedWith() !== 0)
    expect(early.refusedWith()).toBe(403)
    await changePassword()
    await changePin()
    const page = openLivePage(address, browser.cookies)
    await page.listening()
    page.socket.close()
  })

  test('administrators see that secrets are temporary until the user has chosen both', async () => {
    const until = async () => {
      const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id: user.id } })
      return answer.temporarySecretsUntil
    }
    const end = new Date(bank.clock.now().getTime() + minutesOf7Days * 60_000).toISOString()
    expect(await until()).toBe(end)
    await signIn()
    await changePassword()
    expect(await until()).toBe(end)
    await changePin()
    expect(await until()).toBeNull()
  })

  test('a temporary password or PIN cannot be chosen as the new one', async () => {
    await signIn()
    const password = await changePassword(temporary.password)
    expect([password.status, password.problem.errors]).toEqual([
      422,
      [{ pointer: '/new_password', detail: 'Choose a password other than the temporary one' }],
    ])
    const pin = await changePin(temporary.pin, temporary.pin)
    expect([pin.status, pin.problem.errors]).toEqual([
      422,
      [{ pointer: '/new_pin', detail: 'Choose a PIN other than the temporary one' }],
    ])
    const reset = await resetPassword(temporary.password)
    expect([reset.status, reset.problem.code]).toEqual([422, 'password_unchanged'])
    expect(await temporarySecrets()).toEqual({ password: true, pin: true })
  })

  test('a chosen PIN is an ordinary one: a change may keep it', async () => {
    await signIn()
    await changePassword()
    await changePin()
    expect((await changePin(chosen.pin, chosen.pin)).status).toBe(204)
    expect((await changePassword(chosen.password, browser, chosen.password)).status).toBe(204)
  })

  test('a registered user’s secrets are not temporary', async () => {
    const body = { ...newUserForm, email: `registered${count}@example.com` }
    const { answer } = await bank.call(browser, endpoints.register, { body })
    expect(answer.temporarySecrets).toBeNull()
    expect(await statusOf()).toBe(200)
  })

  test('a temporary PIN stays after a wrong PIN, which is counted', async () => {
    await signIn()
    const { problem } = await changePin('0000')
    expect([problem.code, problem.facts]).toEqual(['current_pin_incorrect', { triesLeft: 4 }])
    expect(await temporarySecrets()).toEqual({ password: true, pin: true })
  })

  test('temporary secrets that are replaced in one session are replaced in the other too', async () => {
    const other = newVisitor()
    await signIn()
    await signIn(temporary.password, other)
    const pins = await Promise.all([changePin(), changePin(temporary.pin, '11223', other)])
    expect(pins.map(({ status }) => status).toSorted()).toEqual([204, 422])
    expect(await temporarySecrets()).toEqual({ password: true, pin: false })
    expect(await temporarySecrets(other)).toEqual({ password: true, pin: false })
  })
})

describe('a temporary password after seven days', () => {
  test('an expired temporary password is refused at sign-in with its own message, only to a caller who knows it', async () => {
    bank.clock.pass(minutesOf7Days)
    const right = await signIn()
    expect([right.status, right.problem.code, right.problem.detail]).toEqual([
      403,
      'password_expired',
      'This temporary password has expired. Choose a new one with “Forgot your password?” or ask the bank for a reset link',
    ])
    expect(browser.cookies.has('sid')).toBe(false)
    const wrong = await signIn('some other password')
    expect([wrong.status, wrong.problem.code]).toEqual([401, 'credentials_invalid'])
  })

  test('a temporary password works until its last minute, and then confirms no session', async () => {
    bank.clock.pass(minutesOf7Days - 1)
    expect((await signIn()).status).toBe(201)
    bank.clock.pass(1)
    const body = { password: temporary.password }
    const { status, problem } = await bank.call(browser, endpoints.confirmSession, { body })
    expect([status, problem.code]).toEqual([403, 'password_expired'])
  })

  test('an expired temporary password is replaced with a reset link, and the expired PIN is set as a first one', async () => {
    bank.clock.pass(minutesOf7Days)
    await bank.elevate(bank.clara)
    expect((await resetPassword()).status).toBe(204)
    const { answer } = await signIn(chosen.password)
    expect(answer).toMatchObject({ temporarySecrets: { password: false, pin: true } })
    expect(await statusOf()).toBe(403)
    expect((await bank.call(browser, endpoints.readPin)).answer).toEqual({ isSet: false })
    const old = await changePin()
    expect([old.status, old.problem.code, old.problem.detail]).toEqual([
      409,
      'pin_expired',
      'This temporary PIN has expired. Set a new one',
    ])
    const same = await setPin(temporary.pin)
    expect([same.status, same.problem.code]).toEqual([422, 'pin_unchanged'])
    const other = newVisitor()
    await signIn(chosen.password, other)
    const both = await Promise.all([setPin(), setPin('11223', other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await temporarySecrets()).toBeNull()
    expect(await statusOf()).toBe(200)
  })
})

describe('a temporary PIN that has not expired', () => {
  test('a temporary PIN that has not expired is changed, not set as a first one', async () => {
    await signIn()
    expect((await bank.call(browser, endpoints.readPin)).answer).toEqual({ isSet: true })
    const { status, problem } = await setPin()
    expect([status, problem.code]).toEqual([409, 'pin_set'])
  })
})

describe('a reset link for a temporary password', () => {
  test('a reset link replaces the temporary password, and the PIN stays temporary', async () => {
    expect((await resetPassword()).status).toBe(204)
    const { answer } = await signIn(chosen.password)
    expect(answer).toMatchObject({ temporarySecrets: { password: false, pin: true } })
    expect((await bank.call(browser, endpoints.readMe)).problem.code).toBe('secrets_temporary')
    expect((await changePin()).status).toBe(204)
    expect(await statusOf()).toBe(200)
  })
})
