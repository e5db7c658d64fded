import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { beginSignIn, enrol } from '../../test/two-factor.ts'
import { resetTwoFactor } from './reset-two-factor.ts'

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

const reset = (email = dora.email) => resetTwoFactor(bank.bank, email, bank.clock.now())

describe('a reset of two-factor', () => {
  test('a reset of two-factor leaves the password alone to sign in with, and ends every session and pending sign-in', async () => {
    const { secret } = await enrol(bank, dora)
    const challenge = await beginSignIn(bank, dora)
    expect(await reset()).toBe('reset')
    expect((await bank.call(dora, endpoints.readMe)).problem.code).toBe('signed_out')
    const body = { challenge, code: codeAt(secret, bank.clock.now()) }
    expect((await bank.call(newVisitor(), endpoints.signInWithCode, { body })).problem.code).toBe(
      'sign_in_ended',
    )
    const browser = newVisitor()
    const { answer } = await bank.call(browser, endpoints.signIn, { body: { email: dora.email, password } })
    expect(answer).toHaveProperty('user')
    const view = (await bank.call(browser, endpoints.readTwoFactor)).answer
    expect(view).toEqual({ turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false })
  })

  test('a reset of two-factor writes an audit event without an actor, and the user gets a mail', async () => {
    await enrol(bank, dora)
    await reset()
    expect(await auditEventsAbout(bank, dora.userId, 'two_factor_reset')).toEqual([
      { actor_id: null, action: 'two_factor_reset', details: { sessionsEnded: 1 } },
    ])
    const subject = 'Two-factor authentication was reset at Truepenny'
    expect(await mailsTo(bank, dora.email, subject)).toHaveLength(1)
  })

  test('a reset of two-factor invalidates device cookies', async () => {
    await enrol(bank, dora)
    const device = dora.cookies.get('device')!
    await reset()
    for (let tries = 0; tries < 5; tries++) {
      await bank.call(newVisitor(), endpoints.signIn, {
        body: { email: dora.email, password: 'a wild guess' },
      })
    }
    const { status } = await bank.call({ cookies: new Map([['device', device]]) }, endpoints.signIn, {
      body: { email: dora.email, password: 'a wild guess' },
    })
    expect(status).toBe(429)
  })

  test('a reset of two-factor changes nothing for an unknown e-mail, or where two-factor is off', async () => {
    await bank.call(dora, endpoints.readMe)
    expect([await reset('nobody@example.com'), await reset()]).toEqual(['user_unknown', 'two_factor_off'])
    expect((await bank.call(dora, endpoints.readMe)).status).toBe(200)
    expect(await auditEventsAbout(bank, dora.userId, 'two_factor_reset')).toEqual([])
  })

  test('of two concurrent resets of two-factor, one is made', async () => {
    await enrol(bank, dora)
    expect((await Promise.all([reset(), reset()])).sort()).toEqual(['reset', 'two_factor_off'])
  })
})

describe('a reset of two-factor by an administrator', () => {
  const resetBy = (id: string, reason = 'Lost the phone, called from the number on file') =>
    bank.call(bank.clara, endpoints.resetTwoFactorOfUser, { params: { id }, body: { reason } })

  test('a reset by an administrator has a reason, a mail, and the limit of a recovered PIN for 24 hours', async () => {
    await bank.elevate(bank.clara)
    await enrol(bank, dora)
    expect((await resetBy(dora.userId, ' ')).problem.errors).toMatchObject([{ pointer: '/reason' }])
    expect((await resetBy(dora.userId)).status).toBe(204)
    expect(await auditEventsAbout(bank, dora.userId, 'two_factor_reset')).toEqual([
      {
        actor_id: bank.clara.userId,
        action: 'two_factor_reset',
        details: { reason: 'Lost the phone, called from the number on file', sessionsEnded: 1 },
      },
    ])
    expect(await mailsTo(bank, dora.email, 'Two-factor authentication was reset at Truepenny')).toHaveLength(
      1,
    )
    // The session has ended: the next call signs in again.
    await bank.call(dora, endpoints.readMe)
    const { guards } = (await bank.call(dora, endpoints.listGuards)).answer
    const until = new Date(bank.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect(guards.map(({ recovery }) => recovery)).toEqual([{ limit: '500.00', sent: '0.00', until }])
    expect((await resetBy(dora.userId)).problem.code).toBe('two_factor_off')
  })

  test('the two-factor of an administrator, also the own one, is not reset by an administrator', async () => {
    const erik = await bank.openAccount(`Erik${count}`, { role: 'administrator' })
    await enrol(bank, erik)
    expect((await resetBy(erik.userId)).problem.code).toBe('administrator_two_factor_kept')
    expect((await resetBy(bank.clara.userId)).problem.code).toBe('own_account_edited')
    expect((await bank.call(erik, endpoints.readTwoFactor)).answer.turnedOnAt).not.toBeNull()
  })
})
