import { createHmac, randomBytes } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { enrol, prove } from '../../test/two-factor.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { attemptKey } from './attempts.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  // A new day: nothing of the last test counts any more.
  bank.clock.pass(2 * 24 * 60)
  dora = await bank.openAccount(`Dora${++count}`)
})

const newPassword = 'tide and timber 42'
const day = 24 * 60

function signIn(secret: string, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.signIn, { body: { email: dora.email, password: secret } })
}

/** A browser with a device cookie of Dora's, and no session. */
async function knownBrowser(): Promise<Visitor> {
  const browser = newVisitor()
  expect((await signIn(password, browser)).status).toBe(201)
  browser.cookies.delete('sid')
  return browser
}

/** One after the other: a user has five sessions, and a sixth sign-in ends the oldest. */
async function knownBrowsers(wanted: number): Promise<Visitor[]> {
  const browsers: Visitor[] = []
  while (browsers.length < wanted) browsers.push(await knownBrowser())
  return browsers
}

async function changePassword(who: Visitor): Promise<void> {
  await prove(bank, who)
  const body = { new_password: newPassword, confirm_password: newPassword }
  expect((await bank.call(who, endpoints.changePassword, { body })).status).toBe(204)
}

/** How many wrong passwords are looked at, of as many from each browser as would block it twice over. */
async function guesses(browsers: readonly Visitor[]): Promise<number> {
  let looked = 0
  for (const browser of browsers) {
    for (let tries = 0; tries < 10; tries++) {
      if ((await signIn('not the password', browser)).status === 401) looked++
    }
  }
  return looked
}

async function newDeviceMails(): Promise<number> {
  const { rowCount } = await bank.bank.db.query(
    `select from outgoing_mail where recipient = $1 and subject = 'A new device signed in to Truepenny'`,
    [dora.email],
  )
  return rowCount ?? 0
}

describe('device cookies collected before a change', () => {
  test('six device cookies from before a new password give no more guesses after it than a stranger has', async () => {
    const collected = await knownBrowsers(6)
    await changePassword(dora)
    expect(await guesses(collected)).toBe(5)
  })

  test('a device cookie from before a new password does not keep back the mail about a new device', async () => {
    const browser = await knownBrowser()
    await changePassword(dora)
    const before = await newDeviceMails()
    await signIn(newPassword, browser)
    expect(await newDeviceMails()).toBe(before + 1)
    await signIn(newPassword, browser)
    expect(await newDeviceMails()).toBe(before + 1)
  })

  test('device cookies are worthless after two-factor was turned on, and after it was turned off', async () => {
    const before = await knownBrowser()
    const { secret } = await enrol(bank, dora)
    const between = deviceOnly(dora)
    await prove(bank, dora, { code: codeAt(secret, bank.clock.now()) })
    expect([await isKnown(before), await isKnown(between)]).toEqual([false, true])
    dora.cookies.delete('sid')
    await prove(bank, dora, { code: codeAt(secret, bank.clock.now()) })
    expect((await bank.call(dora, endpoints.turnOffTwoFactor)).status).toBe(204)
    expect([await isKnown(between), await isKnown(deviceOnly(dora))]).toEqual([false, true])
  })

  test('device cookies are worthless after a new password by link, also in the browser that used the link', async () => {
    const browser = await knownBrowser()
    await bank.call(browser, endpoints.askPasswordReset, { body: { email: dora.email } })
    const { queued } = await queueResetLinks(bank.bank, bank.clock.now())
    const token = linkToken(bank.bank.keys.passwordResetKey.current, queued[0]!.id)
    const body = { token, new_password: newPassword, confirm_password: newPassword }
    expect((await bank.call(browser, endpoints.resetPassword, { body })).status).toBe(204)
    expect(await isKnown(browser)).toBe(false)
  })
})

/** The same browser, signed out. */
function deviceOnly({ cookies }: Visitor): Visitor {
  return { cookies: new Map([['device', cookies.get('device')!]]) }
}

/** Whether a browser has a count of its own: a stranger's wrong passwords then do not block it. */
async function isKnown(browser: Visitor): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) await signIn('not the password')
  const { status } = await signIn('still not the password', browser)
  // For the next question nobody is blocked.
  bank.clock.pass(day + 1)
  return status === 401
}

describe('the browser that makes a change', () => {
  test('the browser that changes the password is known again at once', async () => {
    await changePassword(dora)
    expect(await isKnown(deviceOnly(dora))).toBe(true)
  })

  test('a shared browser stays known to its users when another changes the password', async () => {
    const shared = await knownBrowser()
    const erik = await bank.openAccount(`Erik${count}`)
    await bank.call(shared, endpoints.signIn, { body: { email: erik.email, password } })
    await changePassword(shared)
    shared.cookies.delete('sid')
    expect(await isKnown(shared)).toBe(true)
  })
})

describe('a device cookie', () => {
  test('a device cookie is worth nothing after 180 days', async () => {
    const [young, old] = [await knownBrowser(), await knownBrowser()]
    bank.clock.pass(178 * day)
    expect(await isKnown(young)).toBe(true)
    bank.clock.pass(2 * day)
    expect(await isKnown(old)).toBe(false)
  })

  test('a device cookie without a time, as earlier versions made it, gives no count of its own', async () => {
    const device = randomBytes(16).toString('base64url')
    const signed = createHmac('sha256', bank.bank.keys.deviceKey.current).update(`${device} ${dora.email}`)
    const cookie = `${device}.${signed.digest('base64url')}`
    expect(await isKnown({ cookies: new Map([['device', cookie]]) })).toBe(false)
  })

  test('a device cookie with another number or time than it was signed with is worth nothing', async () => {
    const browser = await knownBrowser()
    const [id, issuedAt, generation, signed] = browser.cookies.get('device')!.split('.')
    expect([generation, Number(issuedAt)]).toEqual(['0', Math.floor(bank.clock.now().getTime() / 1000)])
    for (const forged of [
      [id, issuedAt, '1', signed],
      [id, String(Number(issuedAt) + 1), generation, signed],
    ]) {
      expect(await isKnown({ cookies: new Map([['device', forged.join('.')]]) })).toBe(false)
    }
    expect(await isKnown(browser)).toBe(true)
  })
})

describe('wrong passwords on all known devices of a user in one day', () => {
  test('wrong passwords on eight known devices are looked at 30 times a day, and 5 times more as a stranger’s', async () => {
    const browsers = await knownBrowsers(8)
    expect(await guesses(browsers)).toBe(35)
    const { status, problem } = await signIn('not the password', browsers[7]!)
    expect([status, problem.detail]).toEqual([429, 'Too many attempts. Try again in 15 minutes'])
  })

  test('wrong passwords on eight known devices at the same time are looked at no more often', async () => {
    const browsers = await knownBrowsers(8)
    const tried = await Promise.all(
      browsers.flatMap((browser) => Array.from({ length: 5 }, () => signIn('not the password', browser))),
    )
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(35)
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('wrong codes count with wrong passwords in the total of the known devices', async () => {
    const { secret } = await enrol(bank, dora)
    for (let tries = 0; tries < 4; tries++) await signIn('not the password', deviceOnly(dora))
    expect(await totalOf()).toBe(4)
    const body = { password, code: codeAt(secret, new Date(0)) }
    const { problem } = await bank.call(dora, endpoints.confirmSession, { body })
    expect(problem.code).toBe('code_incorrect')
    expect(await totalOf()).toBe(5)
  })

  test('a right password neither raises the total of the known devices nor clears it', async () => {
    const browser = await knownBrowser()
    for (let tries = 0; tries < 4; tries++) await signIn('not the password', browser)
    for (let tries = 0; tries < 3; tries++) expect((await signIn(password, browser)).status).toBe(201)
    expect(await totalOf()).toBe(4)
  })

  test('strangers alone cannot lock the owner out of a known device', async () => {
    const browser = await knownBrowser()
    for (let hours = 0; hours < 8; hours++) {
      for (let tries = 0; tries < 5; tries++) await signIn('not the password')
      bank.clock.pass(60)
    }
    expect((await signIn(password, browser)).status).toBe(201)
  })

  test('the total of the known devices starts again the next day', async () => {
    const browsers = await knownBrowsers(6)
    expect(await guesses(browsers)).toBe(30)
    bank.clock.pass(day)
    expect(await guesses(browsers.slice(0, 2))).toBe(10)
  })
})

/** The wrong tries of all of Dora's devices today. */
async function totalOf(): Promise<number> {
  const today = bank.clock.now().toISOString().slice(0, 10)
  const { rows } = await bank.bank.db.query('select failures from sign_in_attempts where key = $1', [
    attemptKey('devices', `${today} ${dora.email}`),
  ])
  return rows[0]?.failures ?? 0
}
