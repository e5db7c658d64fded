import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../../test/audit-and-mail.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { type GatewayRows, openGatewayRows } from '../../../test/gateway-rows.ts'
import { lockWaits } from '../../../test/held-row.ts'
import { type FirstStep, firstStep, secondStep } from '../../../test/pending-registration.ts'

const { beginRegistration, resumeRegistration, completeRegistration, createPendingUser } = gatewayEndpoints

let bank: TestBank
let rows: GatewayRows
beforeAll(async () => {
  bank = await openTestBank()
  rows = openGatewayRows(bank.bank)
  await bank.elevate(bank.clara)
})
afterAll(async () => {
  await rows.close()
  await bank.close()
})

/** Clara begins the registration in her own browser, as the hosted backend's client does. */
async function begun(name: string): Promise<FirstStep> {
  const step = firstStep(name)
  await rows.call(bank.clara, beginRegistration, { body: step })
  return step
}

function create(body: Record<string, unknown>, who: Visitor = bank.clara) {
  return rows.call(who, createPendingUser, { body })
}

describe('an administrator creates the user of a pending registration', () => {
  test('the user of a pending registration has its id, an inactive account, the welcome mail, an audit event and no session', async () => {
    const step = await begun('Ida')
    const own = bank.clara.cookies.get('sid')
    const { status, answer } = await create(secondStep(step))
    expect([status, answer]).toEqual([201, { id: step.id }])
    expect(bank.clara.cookies.get('sid')).toBe(own)
    const { db } = bank.bank
    expect((await db.query('select from sessions where user_id = $1', [step.id])).rowCount).toBe(0)
    expect((await db.query('select from pending_registrations where id = $1', [step.id])).rowCount).toBe(0)
    expect(await auditEventsAbout(bank, step.id)).toEqual([
      { actor_id: bank.clara.userId, action: 'user_created', details: {} },
    ])
    expect((await mailsTo(bank, step.email)).map(({ subject }) => subject)).toEqual(['Welcome to Truepenny'])
    const { answer: user } = await bank.call(bank.clara, endpoints.readUser, { params: answer })
    expect(user).toMatchObject({
      email: step.email,
      temporarySecretsUntil: '2026-11-28T12:00:00.000Z',
      account: { isActive: false, balance: '0.00' },
    })
  })

  test('the user of a pending registration signs in with a temporary password and must replace both secrets', async () => {
    const { id, email, password } = await begun('Jon')
    await create(secondStep({ id, email }))
    const { answer } = await bank.call(newVisitor(), endpoints.signIn, { body: { email, password } })
    expect(answer).toMatchObject({ user: { id }, temporarySecrets: { password: true, pin: true } })
  })

  test('ten creations of one pending user at once create one user', async () => {
    const step = await begun('Karl')
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(secondStep(step))))
    const outcomes = replies.map(({ status, problem }) => (status === 201 ? 'created' : problem.code))
    expect(outcomes.toSorted()).toEqual(['created', ...Array(9).fill('user_id_taken')])
    expect(await mailsTo(bank, step.email)).toHaveLength(1)
  })

  test('the session of a pending registration ends when an administrator creates its user', async () => {
    const { id, email, password } = await begun('Lea')
    const browser = newVisitor()
    await rows.call(browser, resumeRegistration, { body: { email, password } })
    await create(secondStep({ id, email }))
    const { problem } = await rows.call(browser, completeRegistration, { body: secondStep({ id, email }) })
    expect(problem.code).toBe('user_id_taken')
    expect((await bank.call(browser, endpoints.readMe)).problem.code).toBe('signed_out')
  })
})

describe('what the creation of a pending user refuses', () => {
  test.each([
    ['an id that is not pending', { id: randomUUID() }, 404, 'user_not_found'],
    ['another e-mail', { email: 'mina@example.com' }, 422, 'validation'],
    ['an unknown country', { country: 'Narnia' }, 422, 'country_unknown'],
    ['a minor', { dob: '2008-11-22' }, 422, 'age_too_low'],
    ['a password', { password: 'given a second time' }, 422, 'validation'],
    ['an unknown field', { isAdmin: true }, 422, 'validation'],
  ])('a form with %s is refused, and the registration stays pending', async (_, changes, status, code) => {
    const step = await begun('Mia')
    const reply = await create(secondStep(step, changes))
    expect([reply.status, reply.problem.code]).toEqual([status, code])
    const kept = 'select from pending_registrations where id = $1'
    expect((await bank.bank.db.query(kept, [step.id])).rowCount).toBe(1)
  })

  test('the creation of a pending user under a user’s id is refused', async () => {
    const { status, problem } = await create(secondStep({ id: bank.alice.userId, email: bank.alice.email }))
    expect([status, problem.code]).toEqual([409, 'user_id_taken'])
  })

  test('the creation of a user whose registration is older than 60 minutes is refused', async () => {
    const step = await begun('Noa')
    bank.clock.pass(60)
    await bank.elevate(bank.clara)
    expect((await create(secondStep(step))).problem.code).toBe('user_not_found')
  })

  test('a visitor, a customer and an administrator without the passcode cannot create a pending user', async () => {
    const step = await begun('Ole')
    await bank.call(bank.alice, endpoints.checkSession)
    const dora = await bank.openAccount('Dora', { role: 'administrator' })
    await bank.call(dora, endpoints.checkSession)
    const codes = []
    for (const who of [newVisitor(), bank.alice, dora]) {
      codes.push((await create(secondStep(step), who)).problem.code)
    }
    expect(codes).toEqual(['signed_out', 'forbidden', 'passcode_required'])
  })

  test('an administrator who loses the role while the user is created creates no user', async () => {
    const step = await begun('Pia')
    const emil = await bank.openAccount('Emil', { role: 'administrator' })
    await bank.elevate(emil)
    const other = await bank.bank.db.connect()
    await other.query('begin; select from audit_head for update')
    const creating = create(secondStep(step), emil)
    await lockWaits(bank, 1)
    await other.query(`update users set role = 'customer' where id = '${emil.userId}'; commit`)
    other.release()
    expect((await creating).problem.code).toBe('forbidden')
    expect((await bank.bank.db.query('select from users where id = $1', [step.id])).rowCount).toBe(0)
  })
})
