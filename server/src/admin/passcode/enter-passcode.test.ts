import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVisitor, type Visitor } from '../../../test/ask.ts'
import { openTestBank, passcode, password, type TestBank } from '../../../test/bank.ts'
import { signIn } from '../../../test/sign-in.ts'
import { resetPasscode } from './reset-passcode.ts'

let bank: TestBank
let clara: Visitor
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  bank.clock.pass(2 * 24 * 60)
  clara = await signIn(bank, bank.clara)
})

function enter(browser: Visitor, tried = passcode) {
  return bank.call(browser, endpoints.enterPasscode, { body: { passcode: tried } })
}

/** An act that needs an elevated session. */
function administer(browser: Visitor) {
  return bank.call(browser, endpoints.activateAccount, {
    params: { id: bank.bruno.userId },
    body: { changeId: randomUUID() },
  })
}

async function events(action: string): Promise<number> {
  const { rowCount } = await bank.bank.db.query('select from audit_events where action = $1', [action])
  return rowCount ?? 0
}

describe('an elevated session', () => {
  test('administrators’ endpoints need the passcode, which elevates the session and gives it a new cookie', async () => {
    expect((await administer(clara)).problem.code).toBe('passcode_required')
    const old = { cookies: new Map(clara.cookies) }
    const { answer } = await enter(clara)
    expect(Date.parse(answer.elevatedUntil ?? '') - bank.clock.now().getTime()).toBe(10 * 60_000)
    expect((await administer(clara)).status).toBe(204)
    expect(clara.cookies.get('sid')).not.toBe(old.cookies.get('sid'))
    expect((await administer(old)).problem.code).toBe('signed_out')
  })

  test('an elevation ends after 10 minutes without use, and after 30 minutes in any case', async () => {
    await enter(clara)
    bank.clock.pass(10)
    expect((await administer(clara)).problem.code).toBe('passcode_required')
    await enter(clara)
    for (const minutes of [9, 9, 9]) {
      bank.clock.pass(minutes)
      expect((await administer(clara)).status).toBe(204)
    }
    bank.clock.pass(3)
    expect((await administer(clara)).problem.code).toBe('passcode_required')
  })

  test('the passcode elevates only the session in which it was entered', async () => {
    await enter(clara)
    expect((await administer(await signIn(bank, bank.clara))).problem.code).toBe('passcode_required')
    await bank.call(clara, endpoints.signOut)
    await bank.call(clara, endpoints.signIn, { body: { email: 'clara@example.com', password } })
    expect((await administer(clara)).problem.code).toBe('passcode_required')
  })

  test.each([endpoints.activateAccount, endpoints.deactivateAccount, endpoints.enterPasscode])(
    '$method $path is refused to a customer with forged cookies and headers, with an audit event',
    async (endpoint) => {
      const alice = await signIn(bank, bank.alice)
      alice.cookies.set('elevated', 'true')
      const before = await events('administration_refused')
      const { status, problem } = await bank.call(alice, endpoint, {
        params: { id: bank.bruno.userId },
        ...('body' in endpoint && endpoint.body ? { body: { passcode } } : {}),
        headers: { 'x-elevated': 'true', 'x-role': 'administrator' },
      })
      expect([status, problem.code]).toEqual([403, 'forbidden'])
      expect(await events('administration_refused')).toBe(before + 1)
    },
  )

  test('a visitor without a session cannot administer', async () => {
    expect((await administer(newVisitor())).problem.code).toBe('signed_out')
  })
})

describe('the passcode', () => {
  test('five wrong passcodes block that administrator, not the others', async () => {
    await bank.openAccount(`Dean${bank.clock.now().getTime()}`, { role: 'administrator' })
    const dean = await signIn(bank, { email: `dean${bank.clock.now().getTime()}@example.com` })
    const before = await events('passcode_blocked')
    const refusedBefore = await events('passcode_refused')
    for (let tries = 0; tries < 5; tries++) {
      const { status, problem } = await enter(clara, 'wrong')
      expect([status, problem.detail]).toEqual([422, 'Invalid passcode'])
      expect(problem.errors).toEqual([{ pointer: '/passcode', detail: 'Invalid passcode' }])
    }
    const { status, headers } = await enter(clara)
    expect([status, headers['retry-after']]).toEqual([429, '900'])
    expect((await enter(dean)).status).toBe(201)
    expect(await events('passcode_blocked')).toBe(before + 1)
    expect(await events('passcode_refused')).toBe(refusedBefore + 4)
  })

  test('an empty passcode is refused, and of 20 concurrent guesses five are verified', async () => {
    const empty = await enter(clara, '')
    expect(empty.problem.errors).toEqual([{ pointer: '/passcode', detail: 'Passcode is required' }])
    const guesses = await Promise.all(Array.from({ length: 20 }, () => enter(clara, 'guess')))
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('a passcode that is replaced while it is verified does not elevate the session', async () => {
    const { passwords } = bank.bank
    const { verify } = passwords
    const spy = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (tried, stored) => {
      const isRight = await verify(tried, stored)
      await resetPasscode(bank.bank, 'another one', bank.clock.now())
      return isRight
    })
    expect((await enter(clara)).problem.code).toBe('passcode_incorrect')
    expect((await administer(clara)).problem.code).toBe('passcode_required')
    expect((await enter(clara, 'another one')).status).toBe(201)
    spy.mockRestore()
    await resetPasscode(bank.bank, passcode, bank.clock.now())
  })
})
