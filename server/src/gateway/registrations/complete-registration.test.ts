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
})
afterAll(async () => {
  await rows.close()
  await bank.close()
})

/** A person who has begun a registration and is signed in to it. */
async function pending(name: string): Promise<{ step: FirstStep; browser: Visitor }> {
  const step = firstStep(name)
  const browser = newVisitor()
  await rows.call(browser, beginRegistration, { body: step })
  const { email, password } = step
  await rows.call(browser, resumeRegistration, { body: { email, password } })
  return { step, browser }
}

function complete(browser: Visitor, body: Record<string, unknown>) {
  return rows.call(browser, completeRegistration, { body })
}

/** What the completed registration of this e-mail has left: users, accounts, welcome mails, pending rows. */
async function traces({ email }: FirstStep): Promise<number[]> {
  const { rows: found } = await bank.bank.db.query(
    `select (select count(*)::int from users where email = $1) as users,
            (select count(*)::int from accounts a join users u on u.id = a.user_id where u.email = $1) as accounts,
            (select count(*)::int from pending_registrations where email = $1) as pending`,
    [email],
  )
  const { users, accounts, pending } = found[0]
  return [users, accounts, (await mailsTo(bank, email)).length, pending]
}

const opened = [1, 1, 1, 0]
const nothing = [0, 0, 0, 1]

describe('completing a registration', () => {
  test('a completed registration opens an inactive account under the id of the first step and signs the customer in', async () => {
    const { step, browser } = await pending('Ida')
    const kept = { cookies: new Map(browser.cookies) }
    const { status, answer } = await complete(browser, secondStep(step, { name: 'Ida Holm', currency: '€' }))
    expect([status, answer.user]).toEqual([
      201,
      { id: step.id, name: 'Ida Holm', email: step.email, role: 'customer', isEmailUnconfirmed: true },
    ])
    const me = await bank.call(browser, endpoints.readMe)
    expect(me.answer).toMatchObject({
      id: step.id,
      name: 'Ida Holm',
      street: 'Storgatan 1',
      employmentStatus: 'self-employed',
      account: { type: 'checking', currency: 'EUR', isActive: false, balance: '0.00' },
    })
    expect(browser.cookies.has('device')).toBe(true)
    expect(await traces(step)).toEqual(opened)
    expect((await mailsTo(bank, step.email)).map(({ subject }) => subject)).toEqual(['Welcome to Truepenny'])
    expect(await auditEventsAbout(bank, step.id)).toEqual([
      { actor_id: step.id, action: 'registered', details: { network: '127.0.0.0/24' } },
    ])
    // The session of the registration ended with it.
    expect((await bank.call(kept, endpoints.readMe)).problem.code).toBe('signed_out')
  })

  test('the customer signs in with the password of the first step and confirms with the PIN of the second', async () => {
    const { step, browser } = await pending('Jon')
    await complete(browser, secondStep(step, { pin: '4827' }))
    const { email, password } = step
    const again = newVisitor()
    expect((await bank.call(again, endpoints.signIn, { body: { email, password } })).status).toBe(201)
    const body = { current_pin: '4827', new_pin: '7284' }
    expect((await bank.call(again, endpoints.changePin, { body })).status).toBe(204)
  })

  test('a completed registration is refused a second time, with the customer’s session and with the earlier one', async () => {
    const { step, browser } = await pending('Karl')
    const kept = { cookies: new Map(browser.cookies) }
    await complete(browser, secondStep(step))
    for (const who of [browser, kept]) {
      const { status, problem } = await complete(who, secondStep(step))
      expect([status, problem.code]).toEqual([409, 'user_id_taken'])
    }
    expect(await traces(step)).toEqual(opened)
  })

  test('ten completions at once open one account', async () => {
    const { step, browser } = await pending('Lea')
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => complete({ cookies: new Map(browser.cookies) }, secondStep(step))),
    )
    const outcomes = replies.map(({ status, problem }) => (status === 201 ? 'opened' : problem.code))
    // A busy machine may refuse some of them before they are compared.
    const decided = outcomes.filter((outcome) => outcome !== 'busy')
    expect(decided.toSorted()).toEqual(['opened', ...Array(decided.length - 1).fill('user_id_taken')])
    expect(await traces(step)).toEqual(opened)
    expect(await auditEventsAbout(bank, step.id, 'registered')).toHaveLength(1)
  })

  test('a completion and an administrator’s creation at once open one account', async () => {
    const { step, browser } = await pending('Mia')
    await bank.elevate(bank.clara)
    const replies = await Promise.all([
      complete(browser, secondStep(step)),
      rows.call(bank.clara, createPendingUser, { body: secondStep(step) }),
    ])
    const codes = replies.map(({ status, problem }) => (status === 201 ? 'opened' : problem.code))
    expect(codes.toSorted()).toEqual(['opened', 'user_id_taken'])
    expect(await traces(step)).toEqual(opened)
    expect(await auditEventsAbout(bank, step.id, 'registered', 'user_created')).toHaveLength(1)
  })

  test('a completion and a new first step of the same e-mail at once leave a customer or a registration', async () => {
    const { step, browser } = await pending('Noa')
    const second = firstStep('Noa')
    const [completed, begun] = await Promise.all([
      complete(browser, secondStep(step)),
      rows.call(newVisitor(), beginRegistration, { body: second }),
    ])
    if (completed.status === 201) {
      expect(begun.problem.code).toBe('email_taken')
      expect(await traces(step)).toEqual(opened)
    } else {
      expect([completed.problem.code, begun.status]).toEqual(['signed_out', 201])
      expect(await traces(step)).toEqual(nothing)
    }
  })
})

describe('what a completion refuses', () => {
  test.each([
    ['country', { country: 'Narnia' }, 'country_unknown'],
    ['age', { dob: '2008-11-22' }, 'age_too_low'],
    ['PIN', { pin: '12' }, 'validation'],
    ['currency', { currency: '¥' }, 'validation'],
    ['password', { password: 'given a second time' }, 'validation'],
    ['balance', { balance: 1_000_000 }, 'validation'],
    ['missing id', { id: undefined }, 'validation'],
  ])(
    'a second step with %s %j is refused, and the registration stays pending',
    async (name, changes, code) => {
      const { step, browser } = await pending(`ole-${name.replace(' ', '-')}`)
      const { status, problem } = await complete(browser, secondStep(step, changes))
      expect([status, problem.code]).toEqual([422, code])
      expect(await traces(step)).toEqual(nothing)
      expect((await complete(browser, secondStep(step))).status).toBe(201)
    },
  )

  test('a second step with another e-mail than that of the first step is refused', async () => {
    const { step, browser } = await pending('Pia')
    const { status, problem } = await complete(browser, secondStep(step, { email: 'pina@example.com' }))
    expect([status, problem.errors]).toEqual([
      422,
      [{ pointer: '/email', detail: 'Email must be the one you registered with' }],
    ])
    expect(await traces(step)).toEqual(nothing)
  })

  test('a second step with the e-mail of the first step in capitals is accepted', async () => {
    const { step, browser } = await pending('Quinn')
    expect((await complete(browser, secondStep(step, { email: ' QUINN@example.com' }))).status).toBe(201)
  })

  test('a visitor, a customer and the session of another registration cannot complete a registration', async () => {
    const { step } = await pending('Rosa')
    const { browser: other } = await pending('Sven')
    await bank.call(bank.alice, endpoints.checkSession)
    for (const who of [newVisitor(), bank.alice, other]) {
      const { status, problem } = await complete(who, secondStep(step))
      expect([status, problem.code]).toEqual([401, 'signed_out'])
    }
    expect(await traces(step)).toEqual(nothing)
    expect((await complete(other, secondStep({ id: randomUUID(), email: 'sven@example.com' }))).status).toBe(
      401,
    )
  })

  test('a completion is refused when its e-mail becomes a user’s at the same time', async () => {
    const { step, browser } = await pending('Tina')
    const other = await bank.bank.db.connect()
    await other.query('begin')
    await other.query(
      `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', $1::text, 'email', $2::text))).*
         from users u where u.id = $3`,
      [randomUUID(), step.email, bank.alice.userId],
    )
    const completing = complete(browser, secondStep(step))
    await lockWaits(bank, 1)
    await other.query('commit')
    other.release()
    const { status, problem } = await completing
    expect([status, problem.code]).toEqual([409, 'email_taken'])
  })
})
