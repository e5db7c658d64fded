import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type Person, pin, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 100_00n })
})

function change(who: Visitor, from: string, to = '98765') {
  return bank.call(who, endpoints.changePin, { body: { current_pin: from, new_pin: to } })
}

function send(with_: string) {
  return bank.call(dora, endpoints.sendTransfer, { body: transfer({ transaction_pin: with_ }) })
}

async function events(action: string): Promise<number> {
  const { rowCount } = await bank.bank.db.query(
    'select from audit_events where action = $1 and target = $2',
    [action, dora.userId],
  )
  return rowCount ?? 0
}

async function mails(subject: string): Promise<number> {
  const { rowCount } = await bank.bank.db.query(
    'select from outgoing_mail where recipient = $1 and subject like $2',
    [dora.email, `%${subject}`],
  )
  return rowCount ?? 0
}

describe('a changed PIN', () => {
  test('a changed PIN sends transfers, and the old one does not', async () => {
    expect((await change(dora, pin)).status).toBe(204)
    expect((await send(pin)).problem.code).toBe('pin_incorrect')
    expect((await send('98765')).status).toBe(201)
  })

  test('a changed PIN gives the session a new cookie, with a mail and an audit event', async () => {
    await bank.call(dora, endpoints.readMe)
    const before = { cookies: new Map(dora.cookies) }
    await change(dora, pin)
    expect((await bank.call(dora, endpoints.readMe)).status).toBe(200)
    expect((await bank.call(before, endpoints.readMe)).status).toBe(401)
    expect([await mails('PIN was changed'), await events('pin_changed')]).toEqual([1, 1])
  })

  test('a change of the PIN needs a confirmation when the sign-in is older than 10 minutes', async () => {
    await bank.call(dora, endpoints.readMe)
    bank.clock.pass(10.1)
    expect((await change(dora, '0000')).problem.code).toBe('confirm_required')
    expect((await change(dora, pin)).problem.code).toBe('confirm_required')
  })
})

describe('a wrong current PIN', () => {
  test('a wrong current PIN is refused with the tries left, and the right one resets the count', async () => {
    const { status, problem } = await change(dora, '0000')
    expect([status, problem.facts]).toEqual([422, { triesLeft: 4 }])
    expect(problem.errors).toEqual([{ pointer: '/current_pin', detail: 'Current pin is incorrect' }])
    await change(dora, pin)
    expect((await change(dora, '0000')).problem.facts).toEqual({ triesLeft: 4 })
  })

  test('wrong current PINs count together with those of transfers, and the fifth locks both', async () => {
    for (const wrong of ['0001', '0002']) await send(wrong)
    for (const wrong of ['0003', '0004']) await change(dora, wrong)
    const { status, problem } = await change(dora, '0005')
    expect([status, problem.code, problem.facts]).toEqual([423, 'pin_locked', { minutes: 30 }])
    expect(problem.errors[0]?.pointer).toBe('/current_pin')
    expect((await change(dora, pin)).status).toBe(423)
    expect((await send(pin)).status).toBe(423)
    expect([await mails('PIN is locked'), await events('pin_locked')]).toEqual([1, 1])
  })

  test('concurrent wrong PINs in changes and transfers all count', async () => {
    await bank.call(dora, endpoints.readMe)
    const tried = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? change(dora, `00${10 + at}`) : send(`00${10 + at}`))),
    )
    const incorrect = tried.filter(({ status }) => status === 422)
    const locked = tried.filter(({ status }) => status === 423)
    expect([incorrect.length, locked.length]).toEqual([4, 16])
    expect(await events('pin_locked')).toBe(1)
  })
})

describe('the first PIN', () => {
  const set = (who: Visitor, to = '98765') => bank.call(who, endpoints.setPin, { body: { new_pin: to } })

  test('a user without a PIN sets a first one, which sends transfers', async () => {
    dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 100_00n, hasPin: false })
    expect((await bank.call(dora, endpoints.readPin)).answer).toEqual({ isSet: false })
    const before = { cookies: new Map(dora.cookies) }
    expect((await set(dora)).status).toBe(204)
    expect((await bank.call(before, endpoints.readMe)).status).toBe(401)
    expect((await bank.call(dora, endpoints.readPin)).answer).toEqual({ isSet: true })
    expect((await send('98765')).status).toBe(201)
    expect([await mails('PIN was set'), await events('pin_set')]).toEqual([1, 1])
  })

  test('limits that were set before the first PIN hold for its transfers', async () => {
    dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 100_00n, hasPin: false })
    const body = { payment: '5.00', day: null, month: null }
    await bank.call(dora, endpoints.setGuard, { params: { currency: 'USD' }, body })
    await set(dora)
    expect((await send('98765')).problem.code).toBe('payment_guard_exceeded')
  })

  test('a first PIN replaces no other, and of two concurrent ones, one is set', async () => {
    const { status, problem } = await set(dora)
    expect([status, problem.code]).toEqual([409, 'pin_set'])
    expect((await send(pin)).status).toBe(201)

    dora = await bank.openAccount(`Dora${++count}`, { hasPin: false })
    await bank.call(dora, endpoints.readMe)
    const twin = { cookies: new Map(dora.cookies) }
    const both = await Promise.all([set(dora, '11112'), set(twin, '22223')])
    expect(both.filter((answered) => answered.status === 204)).toHaveLength(1)
    expect(await events('pin_set')).toBe(1)
  })

  test('a first PIN needs a session and a confirmation, and has the rules of a changed one', async () => {
    expect((await set(dora, '12')).problem.errors).toEqual([
      { pointer: '/new_pin', detail: 'Pin must be at least 4 digits long' },
    ])
    bank.clock.pass(10.1)
    expect((await set(dora)).problem.code).toBe('confirm_required')
    expect((await set(newVisitor())).problem.code).toBe('signed_out')
  })
})

describe('a change of the PIN is refused', () => {
  test.each([
    ['123', '4321', '/current_pin', 'Pin must be at least 4 digits long'],
    [pin, '123', '/new_pin', 'Pin must be at least 4 digits long'],
    [pin, 'abcd', '/new_pin', 'PIN must be 4 to 8 digits'],
  ])('a change of the PIN from %s to %s is refused on %s: %s', async (from, to, pointer, detail) => {
    expect((await change(dora, from, to)).problem.errors).toEqual([{ pointer, detail }])
  })

  test('a change of the PIN needs a session', async () => {
    expect((await change(newVisitor(), pin)).problem.code).toBe('signed_out')
  })
})

describe('unlocking a PIN', () => {
  const unlock = (id = dora.userId, reason = 'Called from the number on file') =>
    bank.call(bank.clara, endpoints.unlockPin, { params: { id }, body: { reason } })
  const lock = async () => {
    for (const wrong of ['0001', '0002', '0003', '0004', '0005']) await send(wrong)
  }
  const lockedUntil = async () =>
    (await bank.call(bank.clara, endpoints.readUser, { params: { id: dora.userId } })).answer.signIn
      .lockedUntil
  beforeEach(() => bank.elevate(bank.clara))

  test('an unlocked PIN sends a transfer, has all its tries, and the customer gets a mail', async () => {
    await lock()
    expect(await lockedUntil()).toBe(new Date(bank.clock.now().getTime() + 30 * 60_000).toISOString())
    expect((await unlock(dora.userId, '  ')).problem.errors).toMatchObject([{ pointer: '/reason' }])
    expect((await unlock()).status).toBe(204)
    expect([await lockedUntil(), await mails('PIN was unlocked'), await events('pin_unlocked')]).toEqual([
      null,
      1,
      1,
    ])
    for (const wrong of ['0001', '0002', '0003', '0004']) {
      expect((await send(wrong)).problem.code).toBe('pin_incorrect')
    }
    expect((await send(pin)).status).toBe(201)
  })

  test('a PIN that is not locked, and one of the caller, is not unlocked', async () => {
    expect((await unlock()).problem.code).toBe('pin_not_locked')
    await lock()
    bank.clock.pass(31)
    await bank.elevate(bank.clara)
    expect((await unlock()).problem.code).toBe('pin_not_locked')
    expect((await unlock(bank.clara.userId)).problem.code).toBe('own_account_edited')
    expect(await events('pin_unlocked')).toBe(0)
  })

  test('a PIN is unlocked three times in 24 hours at most, also by two administrators at once', async () => {
    await lock()
    const both = await Promise.all([unlock(), unlock()])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    for (let count = 0; count < 2; count++) {
      await lock()
      expect((await unlock()).status).toBe(204)
    }
    await lock()
    const refused = await unlock()
    expect([refused.problem.code, refused.problem.detail]).toEqual([
      'pin_unlocked_often',
      'This PIN was unlocked 3 times in 24 hours. Offer the customer a new one',
    ])
    expect(await lockedUntil()).not.toBeNull()
  })
})
