import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../../test/ask.ts'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { newUserForm } from '../../../test/new-user-form.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const form = { ...newUserForm, email: 'hanna@example.com' }

function create(changes: Record<string, unknown> = {}) {
  return bank.call(bank.clara, endpoints.createUser, { body: { ...form, ...changes } })
}

describe('creating a user', () => {
  test('a created user gets an inactive account, the welcome mail and an audit event, but no session', async () => {
    const own = bank.clara.cookies.get('sid')
    const { status, headers, answer } = await create()
    expect([status, headers['set-cookie']]).toEqual([201, undefined])
    expect(bank.clara.cookies.get('sid')).toBe(own)
    const { db } = bank.bank
    expect((await db.query('select from sessions where user_id = $1', [answer.id])).rowCount).toBe(0)

    const events = await db.query('select actor_id, action from audit_events where target = $1', [answer.id])
    expect(events.rows).toEqual([{ actor_id: bank.clara.userId, action: 'user_created' }])

    const { answer: user } = await bank.call(bank.clara, endpoints.readUser, { params: answer })
    expect(user).toMatchObject({
      name: 'Hanna Berg',
      email: 'hanna@example.com',
      role: 'customer',
      employmentStatus: 'retired',
      street: 'Havnegata 3',
      account: { type: 'joint', currency: 'EUR', isActive: false, balance: '0.00', activatedAt: null },
    })
    const mail = await db.query('select subject from outgoing_mail where recipient = $1', [form.email])
    expect(mail.rows).toEqual([{ subject: 'Welcome to Truepenny' }])
  })

  test('a created user can sign in with the password that the administrator typed', async () => {
    await create({ email: 'begins@example.com' })
    const { email, password } = { email: 'begins@example.com', password: form.password }
    expect((await bank.call(newVisitor(), endpoints.signIn, { body: { email, password } })).status).toBe(201)
  })

  test.each([
    [{ email: 'ALICE@example.com ' }, 409, '/email', 'An account with this email already exists'],
    [{ email: 'x@example.com', password: 'sunshine' }, 422, '/password', 'This password is too common'],
    [{ email: 'x@example.com', country: 'Narnia' }, 422, '/country', 'Country is required'],
    [{ email: 'x@example.com', pin: '12' }, 422, '/pin', 'PIN must be at least 4 digits'],
    [{ email: 'x@example.com', isAdmin: true }, 422, '', 'Unknown fields: 1'],
  ])('a new user with %j is refused like a registration', async (changes, status, pointer, detail) => {
    const { status: answered, problem } = await create(changes)
    expect([answered, problem.errors]).toEqual([status, [{ pointer, detail }]])
  })

  test('the same form sent ten times at once creates one user, and every answer has its id', async () => {
    const email = 'race@example.com'
    const replies = await Promise.all(Array.from({ length: 10 }, () => create({ email })))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(replies.map(({ answer }) => answer.id)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9)
    const mail = await bank.bank.db.query('select from outgoing_mail where recipient = $1', [email])
    expect(mail.rowCount).toBe(1)
  })

  test.each([
    { name: 'Hanna Borg' },
    { city: 'Oslo' },
    { dob: '1955-05-05' },
    { accountType: 'checking' },
    { pin: '4823' },
    { password: 'seven grey boats' },
  ])('a second form with the same e-mail and %j is refused', async (changes) => {
    const email = 'hanna.twice@example.com'
    await create({ email })
    const { status, problem } = await create({ email, ...changes })
    expect([status, problem.code]).toEqual([409, 'email_taken'])
  })

  test('the same form from another administrator is refused', async () => {
    const email = 'hanna.other@example.com'
    await create({ email })
    const dora = await bank.openAccount('Dora', { role: 'administrator' })
    await bank.elevate(dora)
    const { problem } = await bank.call(dora, endpoints.createUser, { body: { ...form, email } })
    expect(problem.code).toBe('email_taken')
  })

  test('the same form is refused once the user has chosen a password', async () => {
    const email = 'hanna.chose@example.com'
    await create({ email })
    await bank.bank.db.query('update users set password_temporary_until = null where email = $1', [email])
    expect((await create({ email })).problem.code).toBe('email_taken')
  })
})
