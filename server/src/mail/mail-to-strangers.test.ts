import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const words = 'your account is blocked call this number'

/** A registration by another person than the owner of the address. */
async function register(email: string) {
  const browser = newVisitor()
  const body = { ...registrationForm, email, name: words }
  const { status, answer } = await bank.call(browser, endpoints.register, { body })
  expect(status).toBe(201)
  return { browser, params: { id: answer.user.id } }
}

async function askForLink(email: string) {
  const { status, answer } = await bank.call(newVisitor(), endpoints.requestPasswordReset, {
    body: { email },
  })
  await queueResetLinks(bank.bank, bank.clock.now())
  return { status, answer }
}

function signIn(email: string, browser = newVisitor()) {
  const body = { email, password: registrationForm.password }
  return bank.call(browser, endpoints.signIn, { body })
}

describe('mail to the address of an account that staff have not activated', () => {
  test('has no words of the person who registered', async () => {
    const email = 'stranger@example.net'
    const { browser } = await register(email)
    await signIn(email)
    await bank.call(browser, endpoints.freeze)
    const mails = await mailsTo(bank, email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'A new device logged in to Truepenny',
      'Welcome to Truepenny',
      'Your payments at Truepenny are frozen',
    ])
    for (const { text } of mails) {
      expect(text).toMatch(/^Hello,/)
      expect(text).not.toContain('blocked')
    }
  })

  test('is three a day of all kinds, also when many are caused at once, and a visitor cannot tell', async () => {
    const email = 'bombed@example.net'
    const { browser } = await register(email)
    const signedIn = await Promise.all(Array.from({ length: 10 }, () => signIn(email)))
    expect(signedIn.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const asked = await askForLink(email)
    expect(asked).toEqual(await askForLink('nobody@example.net'))
    const another = await bank.call(browser, endpoints.sendConfirmationLink)
    expect([another.status, another.problem.code]).toEqual([429, 'mails_too_many'])
    expect((await mailsTo(bank, email)).map(({ subject }) => subject).sort()).toEqual([
      'A new device logged in to Truepenny',
      'A new device logged in to Truepenny',
      'Welcome to Truepenny',
    ])
    bank.clock.pass(24 * 60)
    await signIn(email, browser)
    for (let times = 0; times < 2; times++) {
      expect((await bank.call(browser, endpoints.sendConfirmationLink)).status).toBe(204)
      await askForLink(email)
    }
    const nextDay = (await mailsTo(bank, email)).slice(3).map(({ subject }) => subject)
    expect(nextDay.sort()).toEqual([
      'Confirm your Truepenny email',
      'Confirm your Truepenny email',
      'Your Truepenny password cannot be reset yet',
    ])
  })

  test('has no limit once staff have activated the account, and the name once the address is confirmed', async () => {
    const email = 'known@example.net'
    const { params } = await register(email)
    await bank.elevate(bank.clara)
    expect(
      (await bank.call(bank.clara, endpoints.activateAccount, { params, body: { changeId: randomUUID() } }))
        .status,
    ).toBe(204)
    for (let times = 0; times < 4; times++) await signIn(email)
    expect(await mailsTo(bank, email)).toHaveLength(6)
    const aboutDevices = await mailsTo(bank, email, 'A new device%')
    expect(aboutDevices).toHaveLength(4)
    for (const { text } of aboutDevices) expect(text).toMatch(/^Hello,/)
    const check = { params, body: { email, reason: 'Seen at the counter' } }
    expect((await bank.call(bank.clara, endpoints.confirmEmailOfUser, check)).status).toBe(204)
    bank.clock.pass(1)
    await signIn(email)
    expect((await mailsTo(bank, email)).at(-1)?.text).toContain(`Dear ${words},`)
  })
})

test('an address that is to be confirmed gets three mails a day, and the present one hears of every change', async () => {
  const dora = await bank.openAccount('Dora')
  await bank.elevate(bank.clara)
  for (let version = 1; version < 8; version += 2) {
    const changes = [
      { email: 'new@example.net', version },
      { email: dora.email, version: version + 1 },
    ]
    for (const change of changes) expect((await correctionOf(bank, dora, change)).status).toBe(204)
  }
  expect(await mailsTo(bank, 'new@example.net')).toHaveLength(3)
  expect(await mailsTo(bank, dora.email)).toHaveLength(8)
})
