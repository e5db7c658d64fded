import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newVisitor, type Visitor } from '../../../test/ask.ts'
import { auditEventsAbout } from '../../../test/audit-and-mail.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { type GatewayRows, openGatewayRows } from '../../../test/gateway-rows.ts'
import { lockWaits, whileRowHeld } from '../../../test/held-row.ts'
import { type FirstStep, firstStep, secondStep } from '../../../test/pending-registration.ts'
import { openSecondBank } from '../../../test/second-bank.ts'
import { signIn } from '../../../test/sign-in.ts'
import { countKeyUse } from '../../http/ops/key-use.ts'
import { sessionKeyOf } from '../../sessions/session.ts'
import { findPendingByToken } from './pending-registration.ts'

const { beginRegistration, resumeRegistration, endPendingSession, completeRegistration } = gatewayEndpoints

const secretKey = 'the first key of this bank, 0123456789'

let bank: TestBank
let rows: GatewayRows
beforeAll(async () => {
  bank = await openTestBank({ secretKey })
  rows = openGatewayRows(bank.bank)
})
afterAll(async () => {
  await rows.close()
  await bank.close()
})

async function begun(name: string): Promise<FirstStep> {
  const step = firstStep(name)
  await rows.call(newVisitor(), beginRegistration, { body: step })
  return step
}

function resume({ email, password }: Pick<FirstStep, 'email' | 'password'>, browser: Visitor = newVisitor()) {
  return rows.call(browser, resumeRegistration, { body: { email, password } })
}

const wrong = 'not the password'

async function pendingOf({ cookies }: Visitor): Promise<string | undefined> {
  const key = sessionKeyOf(cookies.get('sid') ?? '')
  return key && (await findPendingByToken(bank.bank.db, key, bank.clock.now()))?.email
}

describe('resuming a registration', () => {
  test('the right password opens a session of the registration that is no session of the bank', async () => {
    const browser = newVisitor()
    const step = await begun('Ida')
    const { status, answer } = await resume(step, browser)
    expect([status, answer]).toMatchObject([201, { id: step.id, email: step.email, name: 'Ida' }])
    expect(await pendingOf(browser)).toBe(step.email)
    expect((await bank.call(browser, endpoints.readMe)).problem.code).toBe('signed_out')
    expect((await bank.call(browser, endpoints.checkSession)).answer.session).toBeNull()
  })

  test('a second sign-in ends the first session of a registration', async () => {
    const [first, second] = [newVisitor(), newVisitor()]
    const step = await begun('Jon')
    await resume(step, first)
    await resume(step, second)
    expect([await pendingOf(first), await pendingOf(second)]).toEqual([undefined, step.email])
  })

  test('the session of a user and of another registration in the browser end', async () => {
    const dora = await bank.openAccount('Dora')
    const browser = await signIn(bank, dora)
    const earlier = { cookies: new Map(browser.cookies) }
    await resume(await begun('Karl'), browser)
    expect((await bank.call(earlier, endpoints.readMe)).status).toBe(401)
    expect(await auditEventsAbout(bank, dora.userId, 'signed_out')).toHaveLength(1)

    const ofKarl = { cookies: new Map(browser.cookies) }
    await resume(await begun('Lea'), browser)
    expect([await pendingOf(ofKarl), await pendingOf(browser)]).toEqual([undefined, 'lea@example.com'])
  })

  test('signing out ends the session, and the registration stays pending', async () => {
    const browser = newVisitor()
    const step = await begun('Mia')
    await resume(step, browser)
    const kept = { cookies: new Map(browser.cookies) }
    expect((await rows.call(browser, endPendingSession)).status).toBe(204)
    expect([browser.cookies.has('sid'), await pendingOf(kept)]).toEqual([false, undefined])
    expect((await rows.call(kept, completeRegistration, { body: secondStep(step) })).status).toBe(401)
    expect((await rows.call(newVisitor(), endPendingSession)).status).toBe(204)
    expect((await resume(step)).status).toBe(201)
  })

  test('a registration that is replaced while its password is verified opens no session', async () => {
    const step = await begun('Noa')
    const held = `select from pending_registrations where id = '${step.id}' for update`
    await whileRowHeld(bank, held, async (release) => {
      const resuming = resume(step)
      await lockWaits(bank, 1)
      await release(`update pending_registrations set password_hash = 'argon2id$x$x$another$x'`)
      const { status, problem } = await resuming
      expect([status, problem.code]).toEqual([401, 'credentials_invalid'])
    })
  })
})

describe('a wrong password', () => {
  test('a wrong password of a pending registration gets the same answer as an unknown e-mail, for the same work', async () => {
    const { email } = await begun('Ole')
    const verify = vi.spyOn(bank.bank.passwords, 'verify')
    const query = vi.spyOn(bank.bank.db, 'query')
    const pending = await resume({ email, password: wrong })
    const queries = query.mock.calls.length
    const unknown = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: 'nobody@example.com', password: wrong },
    })
    expect(pending.status).toBe(401)
    const { traceId: _, instance: __, ...problem } = pending.problem
    expect(unknown.problem).toMatchObject(problem)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(pending.headers))
    expect(verify.mock.calls.map(([, stored]) => typeof stored)).toEqual(['string', 'undefined'])
    expect(query.mock.calls.length).toBe(2 * queries)
    verify.mockRestore()
    query.mockRestore()
  })

  test('a sign-in to a registration that is not pending gets the same answer', async () => {
    for (const email of ['nobody@example.com', bank.alice.email]) {
      const { status, problem } = await resume({ email, password: wrong })
      expect([status, problem.code]).toEqual([401, 'credentials_invalid'])
    }
  })

  test('five wrong passwords of a pending registration block its e-mail for both kinds of sign-in', async () => {
    const step = await begun('Pia')
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      statuses.push((await resume({ ...step, password: wrong })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await resume(step)).problem.code).toBe('too_many_attempts')
    const { email, password } = step
    const { problem } = await bank.call(newVisitor(), endpoints.signIn, { body: { email, password } })
    expect(problem.code).toBe('too_many_attempts')
    bank.clock.pass(15)
    expect((await resume(step)).status).toBe(201)
  })
})

describe('another process and another key', () => {
  test('a pending registration and its session survive a restart', async () => {
    const browser = newVisitor()
    const step = await begun('Una')
    await resume(step, browser)
    const next = await openSecondBank(bank, {})
    const nextRows = openGatewayRows(next.bank)
    const { status, answer } = await nextRows.call(browser, completeRegistration, { body: secondStep(step) })
    expect([status, answer.user.id]).toEqual([201, step.id])
    expect((await next.call(browser, endpoints.readMe)).answer.id).toBe(step.id)
    await nextRows.close()
    await next.close()
  })

  test('a registration from before a new SECRET_KEY is resumed, counted and stored under the new key', async () => {
    const [vera, wanda] = [await begun('Vera'), await begun('Wanda')]
    const browser = newVisitor()
    await resume(wanda, browser)
    const replaced = {
      secretKey: 'another key, which takes its place: 9876543210',
      secretKeyPrevious: secretKey,
    }
    const next = await openSecondBank(bank, replaced)
    const nextRows = openGatewayRows(next.bank)
    const passwordsOfPrevious = async () => {
      const uses = await countKeyUse(next.bank.db, next.bank.keys)
      return uses.find(({ what }) => what === 'passwords')!.previous
    }
    const before = await passwordsOfPrevious()
    const { email, password } = vera
    const resumed = await nextRows.call(newVisitor(), resumeRegistration, { body: { email, password } })
    expect([resumed.status, await passwordsOfPrevious()]).toEqual([201, before - 1])

    // Completed without a new sign-in, the password is still under the previous key, and the first sign-in stores it anew.
    await nextRows.call(browser, completeRegistration, { body: secondStep(wanda) })
    expect(await passwordsOfPrevious()).toBe(before - 1)
    const body = { email: wanda.email, password: wanda.password }
    expect((await next.call(newVisitor(), endpoints.signIn, { body })).status).toBe(201)
    expect(await passwordsOfPrevious()).toBe(before - 2)
    await nextRows.close()
    await next.close()
  })
})
