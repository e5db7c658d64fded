import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../../test/ask.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { type GatewayRows, openGatewayRows } from '../../../test/gateway-rows.ts'
import { lockWaits, whileRowHeld } from '../../../test/held-row.ts'
import { type FirstStep, firstStep, secondStep } from '../../../test/pending-registration.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { sessionKeyOf } from '../../sessions/session.ts'
import { deleteOldRegistrations, findPendingByEmail, findPendingByToken } from './pending-registration.ts'

const { beginRegistration, resumeRegistration, completeRegistration } = gatewayEndpoints

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

function begin(step: FirstStep, browser: Visitor = newVisitor()) {
  return rows.call(browser, beginRegistration, { body: step })
}

async function resume({ email, password }: { email: string; password: string }): Promise<Visitor> {
  const browser = newVisitor()
  await rows.call(browser, resumeRegistration, { body: { email, password } })
  return browser
}

function keyOf({ cookies }: Visitor): string {
  return sessionKeyOf(cookies.get('sid')!)!
}

async function storedFor(email: string) {
  const { rows } = await bank.bank.db.query(
    'select id, name, token_hash from pending_registrations where email = $1',
    [email],
  )
  return rows
}

describe('beginning a registration', () => {
  test('a begun registration is answered with its id and is neither a user nor a session', async () => {
    const browser = newVisitor()
    const step = firstStep('Ida', { email: ' Ida@Example.COM' })
    const { status, answer } = await begin({ ...step, id: step.id.toUpperCase() }, browser)
    expect([status, answer]).toEqual([
      201,
      {
        id: step.id,
        email: 'ida@example.com',
        name: 'Ida',
        createdAt: '2026-11-21T12:00:00.000Z',
        endsAt: '2026-11-21T13:00:00.000Z',
      },
    ])
    expect(browser.cookies.size).toBe(0)
    const { db } = bank.bank
    expect((await db.query('select from users where email = $1', ['ida@example.com'])).rowCount).toBe(0)
    const signIn = { email: 'ida@example.com', password: step.password }
    const { problem } = await bank.call(newVisitor(), endpoints.signIn, { body: signIn })
    expect(problem.code).toBe('credentials_invalid')
  })

  test('a registration may begin without a name', async () => {
    const { answer } = await begin(firstStep('Jon', { name: undefined }))
    expect(answer.name).toBe('')
  })

  test('a pending registration stores neither its password nor its cookie in clear text', async () => {
    const step = firstStep('Karl', { password: 'unseen by anyone' })
    await begin(step)
    const cookie = (await resume(step)).cookies.get('sid')!
    const { rows } = await bank.bank.db.query('select p::text as row from pending_registrations p')
    expect(cookie).toMatch(/^[\w-]{43}$/)
    for (const { row } of rows) {
      expect(row).not.toContain('unseen by anyone')
      expect(row).not.toContain(cookie)
    }
  })

  test('beginning leaves the session of the caller open', async () => {
    await bank.call(bank.alice, endpoints.checkSession)
    const own = bank.alice.cookies.get('sid')
    expect((await begin(firstStep('Lea'), bank.alice)).status).toBe(201)
    expect(bank.alice.cookies.get('sid')).toBe(own)
    expect((await bank.call(bank.alice, endpoints.readMe)).status).toBe(200)
  })

  test('beginning counts towards the same limit as registering', () => {
    expect(beginRegistration.limit).toBe(endpoints.register.limit)
  })

  test('a second registration of an e-mail replaces the first one and ends its session', async () => {
    const first = firstStep('Mia')
    await begin(first)
    const browser = await resume(first)
    const second = firstStep('Mia', { password: 'quite another phrase' })
    expect((await begin(second)).answer.id).toBe(second.id)
    expect(await storedFor(first.email)).toEqual([{ id: second.id, name: 'Mia', token_hash: null }])
    for (const { id } of [first, second]) {
      const body = secondStep({ id, email: first.email })
      expect((await rows.call(browser, completeRegistration, { body })).problem.code).toBe('signed_out')
    }
    const { problem } = await rows.call(newVisitor(), resumeRegistration, {
      body: { email: first.email, password: first.password },
    })
    expect(problem.code).toBe('credentials_invalid')
    expect((await resume(second)).cookies.has('sid')).toBe(true)
  })

  test('the same first step sent twice is one pending registration', async () => {
    const step = firstStep('Noa')
    const replies = [await begin(step), await begin(step)]
    expect(replies.map(({ status, answer }) => [status, answer.id])).toEqual([
      [201, step.id],
      [201, step.id],
    ])
    expect(await storedFor(step.email)).toHaveLength(1)
  })

  test('ten registrations of one e-mail at once leave one, and each is answered', async () => {
    const sharedId = randomUUID()
    const steps = Array.from({ length: 10 }, (_, at) => firstStep('Ole', at % 2 ? {} : { id: sharedId }))
    const replies = await Promise.all(steps.map((step) => begin(step)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await storedFor(steps[0]!.email)).toHaveLength(1)
  })

  test('of ten e-mails that begin at once with one id, one gets it', async () => {
    const id = randomUUID()
    const steps = Array.from({ length: 10 }, (_, at) => firstStep(`pia${at}`, { id }))
    const replies = await Promise.all(steps.map((step) => begin(step)))
    const outcomes = replies.map(({ status, problem }) => (status === 201 ? 'begun' : problem.code))
    expect(outcomes.toSorted()).toEqual(['begun', ...Array(9).fill('user_id_taken')])
  })
})

describe('what a begun registration refuses', () => {
  test.each([
    ['e-mail', { email: 'ALICE@example.com ' }, 409, 'email_taken'],
    ['common password', { password: 'sunshine' }, 422, 'password_too_common'],
    ['e-mail as password', { password: 'una@example.com' }, 422, 'password_too_common'],
    ['short password', { password: 'short' }, 422, 'validation'],
    ['malformed e-mail', { email: 'una' }, 422, 'validation'],
    ['malformed id', { id: 'una' }, 422, 'validation'],
    ['unprintable name', { name: 'Una\u202e' }, 422, 'validation'],
    ['unknown field', { isAdmin: true }, 422, 'validation'],
  ])('a registration with %s %j is refused', async (_, changes, status, code) => {
    const { status: answered, problem } = await begin(firstStep('Una', changes))
    expect([answered, problem.code]).toEqual([status, code])
    expect(await storedFor('una@example.com')).toEqual([])
  })

  test('a password shorter than PASSWORD_MIN is refused', async () => {
    const { config } = bank.bank
    const strict = openGatewayRows({ ...bank.bank, config: { ...config, passwordMin: 30 } })
    const { problem } = await strict.call(newVisitor(), beginRegistration, { body: firstStep('Una') })
    await strict.close()
    expect(problem.errors).toEqual([
      { pointer: '/password', detail: 'Password must be at least 30 characters' },
    ])
  })

  test('the id of a user and of another e-mail’s registration are refused', async () => {
    const step = firstStep('Vera')
    await begin(step)
    for (const id of [bank.alice.userId, step.id]) {
      const { status, problem } = await begin(firstStep('Wanda', { id }))
      expect([status, problem.code]).toEqual([409, 'user_id_taken'])
    }
    expect((await storedFor(step.email))[0].id).toBe(step.id)
  })

  test('a registration whose e-mail becomes a user’s while its password is hashed is refused', async () => {
    const step = firstStep('Xenia')
    await begin(step)
    const lock = `select from pending_registrations where email = '${step.email}' for update`
    await whileRowHeld(bank, lock, async (release) => {
      const beginning = begin(step)
      await lockWaits(bank, 1)
      const body = { ...registrationForm, email: step.email }
      expect((await bank.call(newVisitor(), endpoints.register, { body })).status).toBe(201)
      await release()
      expect((await beginning).problem.code).toBe('email_taken')
    })
  })
})

describe('the end of a pending registration', () => {
  test('after 60 minutes a registration has no session, no password and no id any more', async () => {
    const step = firstStep('Yara')
    await begin(step)
    const browser = await resume(step)
    const key = keyOf(browser)
    const seen = async () => [
      (await findPendingByToken(bank.bank.db, key, bank.clock.now()))?.id,
      (await findPendingByEmail(bank.bank.db, step.email, bank.clock.now())) !== undefined,
    ]
    bank.clock.pass(59)
    expect(await seen()).toEqual([step.id, true])
    bank.clock.pass(1)
    expect(await seen()).toEqual([undefined, false])
    const body = secondStep(step)
    expect((await rows.call(browser, completeRegistration, { body })).problem.code).toBe('signed_out')
    const { email, password } = step
    const again = await rows.call(newVisitor(), resumeRegistration, { body: { email, password } })
    expect(again.problem.code).toBe('credentials_invalid')
    expect((await begin(firstStep('Zoe', { id: step.id }))).status).toBe(201)
  })

  test('the job deletes the registrations that are older than 60 minutes, and no other', async () => {
    const old = firstStep('Old')
    await begin(old)
    bank.clock.pass(30)
    const young = firstStep('Young')
    await begin(young)
    bank.clock.pass(31)
    expect(await deleteOldRegistrations(bank.bank.db, bank.clock.now())).toBeGreaterThan(0)
    expect(await storedFor(old.email)).toEqual([])
    expect(await storedFor(young.email)).toHaveLength(1)
  })

  test('a registration is pending no longer when its e-mail has become a user’s', async () => {
    const step = firstStep('Zara')
    await begin(step)
    const browser = await resume(step)
    const body = { ...registrationForm, email: step.email, password: 'the password of the page' }
    expect((await bank.call(newVisitor(), endpoints.register, { body })).status).toBe(201)
    const now = bank.clock.now()
    expect(await findPendingByEmail(bank.bank.db, step.email, now)).toBeUndefined()
    expect(await findPendingByToken(bank.bank.db, keyOf(browser), now)).toBeUndefined()
    const completed = await rows.call(browser, completeRegistration, { body: secondStep(step) })
    expect(completed.problem.code).toBe('signed_out')
  })
})
