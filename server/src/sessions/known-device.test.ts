import { createHmac, randomBytes } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { confirmIdentity, enrol } from '../../test/two-factor.ts'
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
  // Resets the counts of the test before.
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

/** Opened one after the other, because the sixth sign-in of a user ends the oldest session. */
async function knownBrowsers(wanted: number): Promise<Visitor[]> {
  const browsers: Visitor[] = []
  while (browsers.length < wanted) browsers.push(await knownBrowser())
  return browsers
}

async function changePassword(who: Visitor): Promise<void> {
  await confirmIdentity(bank, who)
  const body = { new_password: newPassword, confirm_password: newPassword }
  expect((await bank.call(who, endpoints.changePassword, { body })).status).toBe(204)
}

/** Sends ten wrong passwords from each browser. Returns how many were verified. */
async function guesses(browsers: readonly Visitor[]): Promise<number> {
  let verified = 0
  for (const browser of browsers) {
    for (let tries = 0; tries < 10; tries++) {
      if ((await signIn('not the password', browser)).status === 401) verified++
    }
  }
  return verified
}

const newDeviceMails = async () =>
  (await mailsTo(bank, dora.email, 'A new device logged in to Truepenny')).length

describe('device cookies from before a change', () => {
  test('six device cookies from before a new password give no more guesses than an unknown browser has', async () => {
    const collected = await knownBrowsers(6)
    await changePassword(dora)
    expect(await guesses(collected)).toBe(5)
  })

  test('a device cookie from before a new password does not prevent the mail about a new device', async () => {
    const browser = await knownBrowser()
    await changePassword(dora)
    const before = await newDeviceMails()
    await signIn(newPassword, browser)
    expect(await newDeviceMails()).toBe(before + 1)
    await signIn(newPassword, browser)
    expect(await newDeviceMails()).toBe(before + 1)
  })

  test('device cookies are invalid after two-factor was turned on, and after it was turned off', async () => {
    const before = await knownBrowser()
    const { secret } = await enrol(bank, dora)
    const between = deviceOnly(dora)
    await confirmIdentity(bank, dora, { code: codeAt(secret, bank.clock.now()) })
    expect([await isKnown(before), await isKnown(between)]).toEqual([false, true])
    dora.cookies.delete('sid')
    await confirmIdentity(bank, dora, { code: codeAt(secret, bank.clock.now()) })
    expect((await bank.call(dora, endpoints.turnOffTwoFactor)).status).toBe(204)
    expect([await isKnown(between), await isKnown(deviceOnly(dora))]).toEqual([false, true])
  })

  test('device cookies are invalid after a password reset, also in the browser that used the link', async () => {
    const browser = await knownBrowser()
    await bank.call(browser, endpoints.requestPasswordReset, { body: { email: dora.email } })
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

/** True when wrong passwords from an unknown browser do not block this one. */
async function isKnown(browser: Visitor): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) await signIn('not the password')
  const { status } = await signIn('still not the password', browser)
  // Resets all blocks.
  bank.clock.pass(day + 1)
  return status === 401
}

describe('the browser that makes a change', () => {
  test('the browser that changes the password stays a known device', async () => {
    await changePassword(dora)
    expect(await isKnown(deviceOnly(dora))).toBe(true)
  })

  test('a shared browser stays known to its other users when one changes the password', async () => {
    const shared = await knownBrowser()
    const erik = await bank.openAccount(`Erik${count}`)
    await bank.call(shared, endpoints.signIn, { body: { email: erik.email, password } })
    await changePassword(shared)
    shared.cookies.delete('sid')
    expect(await isKnown(shared)).toBe(true)
  })
})

describe('a device cookie', () => {
  test('a device cookie is invalid after 180 days', async () => {
    const [young, old] = [await knownBrowser(), await knownBrowser()]
    bank.clock.pass(178 * day)
    expect(await isKnown(young)).toBe(true)
    bank.clock.pass(2 * day)
    expect(await isKnown(old)).toBe(false)
  })

  test('a device cookie without a time is invalid', async () => {
    const device = randomBytes(16).toString('base64url')
    const signed = createHmac('sha256', bank.bank.keys.deviceKey.current).update(`${device} ${dora.email}`)
    const cookie = `${device}.${signed.digest('base64url')}`
    expect(await isKnown({ cookies: new Map([['device', cookie]]) })).toBe(false)
  })

  test('a device cookie with a forged generation or time is invalid', async () => {
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
  test('of the wrong passwords on eight known devices, 30 a day are verified, and 5 more as of an unknown device', async () => {
    const browsers = await knownBrowsers(8)
    expect(await guesses(browsers)).toBe(35)
    const { status, problem } = await signIn('not the password', browsers[7]!)
    expect([status, problem.detail]).toEqual([429, 'Too many attempts. Try again in 15 minutes'])
  })

  test('concurrent wrong passwords on eight known devices are verified no more often', async () => {
    const browsers = await knownBrowsers(8)
    const tried = await Promise.all(
      browsers.flatMap((browser) => Array.from({ length: 5 }, () => signIn('not the password', browser))),
    )
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(35)
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('wrong codes and wrong passwords count together in the total of the known devices', async () => {
    const { secret } = await enrol(bank, dora)
    for (let tries = 0; tries < 4; tries++) await signIn('not the password', deviceOnly(dora))
    expect(await totalOf()).toBe(4)
    const body = { password, code: codeAt(secret, new Date(0)) }
    const { problem } = await bank.call(dora, endpoints.confirmSession, { body })
    expect(problem.code).toBe('code_incorrect')
    expect(await totalOf()).toBe(5)
  })

  test('a right password neither increases nor clears the total of the known devices', async () => {
    const browser = await knownBrowser()
    for (let tries = 0; tries < 4; tries++) await signIn('not the password', browser)
    for (let tries = 0; tries < 3; tries++) expect((await signIn(password, browser)).status).toBe(201)
    expect(await totalOf()).toBe(4)
  })

  test('an attacker cannot lock the user out of a known device', async () => {
    const browser = await knownBrowser()
    for (let hours = 0; hours < 8; hours++) {
      for (let tries = 0; tries < 5; tries++) await signIn('not the password')
      bank.clock.pass(60)
    }
    expect((await signIn(password, browser)).status).toBe(201)
  })

  test('the total of the known devices is reset the next day', async () => {
    const browsers = await knownBrowsers(6)
    expect(await guesses(browsers)).toBe(30)
    bank.clock.pass(day)
    expect(await guesses(browsers.slice(0, 2))).toBe(10)
  })
})

/** The wrong attempts of all of Dora's devices today. */
async function totalOf(): Promise<number> {
  const today = bank.clock.now().toISOString().slice(0, 10)
  const { rows } = await bank.bank.db.query('select failures from sign_in_attempts where key = $1', [
    attemptKey('devices', `${today} ${dora.email}`),
  ])
  return rows[0]?.failures ?? 0
}
