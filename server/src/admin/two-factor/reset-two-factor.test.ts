import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { codeAt } from '../../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../../test/bank.ts'
import { beginSignIn, enrol } from '../../../test/two-factor.ts'
import { findActsAlone } from '../approvals/second-person.ts'
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

const resetBy = (
  id: string,
  reason = 'Lost the phone, called from the number on file',
  by: Person = bank.clara,
) => bank.call(by, endpoints.resetTwoFactorOfUser, { params: { id }, body: { reason } })

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

  test('the own two-factor is not reset, and that of staff only by those who give roles', async () => {
    const erik = await bank.openAccount(`Erik${count}`, { role: 'administrator' })
    const omar = await bank.openAccount(`Omar${count}`, { role: 'operations' })
    await enrol(bank, erik)
    for (const one of [bank.clara, omar]) await bank.elevate(one)
    expect((await resetBy(bank.clara.userId)).problem.code).toBe('own_account_edited')
    expect((await resetBy(erik.userId, undefined, omar)).problem.code).toBe('administrator_two_factor_kept')
    expect((await bank.call(erik, endpoints.readTwoFactor)).answer.turnedOnAt).not.toBeNull()
    await bank.bank.db.query(`update users set role = 'customer' where id = $1`, [erik.userId])
  })
})

describe('a reset of two-factor of a member of staff', () => {
  const decide = (by: Person, id: string) => bank.call(by, endpoints.approveAct, { params: { id } })
  const isOn = async ({ userId: id }: Person) => {
    const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id } })
    return answer.signIn.twoFactorSince !== null
  }

  test('the two-factor of the only other administrator is reset at once, and the audit log says that no one else decided', async () => {
    const finn = await bank.openAccount(`Finn${count}`, { role: 'administrator' })
    await enrol(bank, finn)
    await bank.elevate(bank.clara)
    expect((await resetBy(finn.userId)).status).toBe(204)
    const [event] = await auditEventsAbout(bank, finn.userId, 'two_factor_reset')
    expect(event).toMatchObject({ actor_id: bank.clara.userId, details: { noSecondPerson: true } })
    expect((await findActsAlone(bank.bank.db, new Date(0))).map(({ action }) => action)).toContain(
      'two_factor_reset',
    )
    expect(await mailsTo(bank, finn.email, 'Two-factor authentication was reset at Truepenny')).toHaveLength(
      1,
    )
    await bank.bank.db.query(`update users set role = 'customer' where id = $1`, [finn.userId])
  })

  test('a reset of two-factor of staff waits, is approved by another administrator alone, and is made once', async () => {
    const gina = await bank.openAccount(`Gina${count}`, { role: 'administrator' })
    const tessa = await bank.openAccount(`Tessa${count}`, { role: 'treasury' })
    await enrol(bank, tessa)
    for (const one of [bank.clara, gina]) await bank.elevate(one)
    const ask = async () => {
      const { status, answer } = await resetBy(tessa.userId)
      expect(status).toBe(202)
      return answer!.waitsForApproval.id
    }
    const declined = await ask()
    expect(await ask()).toBe(declined)
    const decline = { params: { id: declined }, body: { reason: 'She has found the phone' } }
    expect((await bank.call(gina, endpoints.declineAct, decline)).status).toBe(204)
    expect(await isOn(tessa)).toBe(true)

    const id = await ask()
    const { approvals } = (await bank.call(gina, endpoints.listApprovals)).answer
    expect(approvals).toMatchObject([
      { id, sentence: 'Reset two-factor authentication, role Treasury', mayDecide: true },
    ])
    expect((await decide(bank.clara, id)).problem.code).toBe('approval_own')
    expect([(await decide(gina, id)).status, (await decide(gina, id)).status]).toEqual([204, 204])
    expect(await isOn(tessa)).toBe(false)
    expect((await bank.call(tessa, endpoints.readMe)).problem.code).toBe('signed_out')
    const events = await auditEventsAbout(bank, tessa.userId, 'two_factor_reset', 'approval_given')
    expect(events).toMatchObject([
      { actor_id: bank.clara.userId, action: 'two_factor_reset', details: { approvedBy: gina.userId } },
      { actor_id: gina.userId, action: 'approval_given', details: { approvalId: id } },
    ])
    const subject = 'Two-factor authentication was reset at Truepenny'
    expect(await mailsTo(bank, tessa.email, subject)).toHaveLength(1)
    expect((await resetBy(tessa.userId)).problem.code).toBe('two_factor_off')
  })

  test('a reset of two-factor of staff is not approved after a change of the authenticator, the role or the account', async () => {
    const [hugo, ivan] = [
      await bank.openAccount(`Hugo${count}`, { role: 'administrator' }),
      await bank.openAccount(`Ivan${count}`, { role: 'support' }),
    ]
    await enrol(bank, ivan)
    for (const one of [bank.clara, hugo]) await bank.elevate(one)
    const id = (await resetBy(ivan.userId)).answer!.waitsForApproval.id
    const refusedAfter = async (change: string, undo: string) => {
      const { db } = bank.bank
      await db.query(`update ${change} = $1`, [ivan.userId])
      const { code } = (await decide(hugo, id)).problem
      await db.query(`update ${undo} = $1`, [ivan.userId])
      return code
    }
    const authenticator = (since: string) => `authenticators set turned_on_at = ${since} where user_id`
    const isActive = (value: boolean) => `accounts set is_active = ${value} where user_id`
    const role = (value: string) => `users set role = '${value}' where id`
    const later = authenticator(`turned_on_at + interval '1 hour'`)
    const earlier = authenticator(`turned_on_at - interval '1 hour'`)
    expect(await refusedAfter(later, earlier)).toBe('two_factor_changed')
    expect(await refusedAfter(role('treasury'), role('support'))).toBe('two_factor_changed')
    expect(await refusedAfter(role('customer'), role('support'))).toBe('two_factor_changed')
    expect(await refusedAfter(isActive(false), isActive(true))).toBe('staff_deactivated')
    expect(await isOn(ivan)).toBe(true)
    expect(await reset(ivan.email)).toBe('reset')
    expect((await decide(hugo, id)).problem.code).toBe('two_factor_off')
  })
})
