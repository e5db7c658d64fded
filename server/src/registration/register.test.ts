import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newVisitor, type Visitor } from '../../test/ask.ts'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { openHttp } from '../http/server.ts'
import { openDatabase } from '../postgres/database.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

function register(changes: Record<string, unknown> = {}, browser: Visitor = newVisitor()) {
  return bank.call(browser, endpoints.register, { body: { ...registrationForm, ...changes } })
}

async function count(table: string): Promise<number> {
  const { rows } = await bank.bank.db.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

describe('registration', () => {
  test('registration opens an inactive account and signs the customer in', async () => {
    const browser = newVisitor()
    const { answer } = await register(
      { email: ' Greta@Example.COM', accountType: 'checking ', currency: '€' },
      browser,
    )
    expect(answer.user).toMatchObject({ name: 'Greta Holm', email: 'greta@example.com', role: 'customer' })
    const me = await bank.call(browser, endpoints.readMe)
    expect(me.answer).toMatchObject({
      phone: '+46 8 555 010 99',
      dob: '1984-11-02',
      gender: 'female',
      employmentStatus: 'self-employed',
      country: 'Sweden',
      street: 'Storgatan 1',
      zip: '111 23',
      account: { type: 'checking', currency: 'EUR', isActive: false, balance: '0.00', inTransit: '0.00' },
    })
    expect(me.answer.account.number).toMatch(/^[1-9][0-9]{9}$/)
  })

  test('registration in a browser with a session ends that session, with an audit event', async () => {
    const browser = newVisitor()
    const first = await register({ email: 'first@example.com' }, browser)
    const second = await register({ email: 'second@example.com' }, browser)
    const { rows } = await bank.bank.db.query(
      'select actor_id, action from audit_events order by seq desc limit 2',
    )
    expect(rows).toEqual([
      { actor_id: second.answer.user.id, action: 'registered' },
      { actor_id: first.answer.user.id, action: 'signed_out' },
    ])
  })

  test('registration queues the welcome mail in the same transaction, without the name', async () => {
    await register({ email: 'letters@example.com', name: 'Your bank calls' })
    const { rows } = await bank.bank.db.query(
      `select m.subject, m.letter, m.created_at = u.created_at as at_once
         from outgoing_mail m join users u on u.email = m.recipient
        where m.recipient = 'letters@example.com'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ subject: 'Welcome to Truepenny', at_once: true })
    expect(rows[0].letter.greeting).toBe('Hello,')
    expect(JSON.stringify(rows[0].letter)).not.toContain('Your bank calls')
  })

  test('registration stores no password and no PIN in clear text', async () => {
    await register({ email: 'secretive@example.com', password: 'unseen by anyone', pin: '86420975' })
    for (const table of ['users', 'pins', 'sessions', 'outgoing_mail', 'audit_events']) {
      const { rows } = await bank.bank.db.query(`select t::text as row from ${table} t`)
      expect(rows.length).toBeGreaterThan(0)
      for (const { row } of rows) expect(row).not.toMatch(/unseen by anyone|86420975/)
    }
  })

  test('a registration that fails at its last step leaves nothing behind', async () => {
    const tables = ['users', 'accounts', 'ledger_accounts', 'pins', 'sessions', 'outgoing_mail']
    const before = await Promise.all(tables.map(count))
    // The audit event is the last step. Its lock is held for longer than this bank waits, which is not as patient as others.
    const db = await openDatabase(bank.programAddress, { allowsDataLoss: true })
    const app = await openHttp({ ...bank.bank, db })
    const other = await bank.bank.db.connect()
    await other.query('begin; select from audit_head for update')
    const body = { ...registrationForm, email: 'half@example.com' }
    const { status, problem, headers } = await ask(app, newVisitor(), endpoints.register, { body })
    await other.query('rollback')
    other.release()
    await app.close()
    await db.end()
    expect([status, problem.code, headers['retry-after']]).toEqual([503, 'busy', '1'])
    expect(await Promise.all(tables.map(count))).toEqual(before)
    expect((await register({ email: 'half@example.com' })).status).toBe(201)
  })
})

describe('an e-mail', () => {
  test.each(['alice@example.com', 'ALICE@example.com', '  Alice@Example.Com  '])(
    'registration with %j is refused as Alice’s e-mail',
    async (email) => {
      const { status, problem } = await register({ email })
      expect([status, problem.code]).toEqual([409, 'email_taken'])
      expect(problem.errors).toEqual([
        { pointer: '/email', detail: 'An account with this email already exists' },
      ])
    },
  )

  test('an e-mail with an additional dot or plus is a different e-mail', async () => {
    expect((await register({ email: 'al.ice@example.com' })).status).toBe(201)
    expect((await register({ email: 'alice+bank@example.com' })).status).toBe(201)
  })

  test('an e-mail with a Cyrillic letter is refused', async () => {
    const { status, problem } = await register({ email: 'аlice@example.com' })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([{ pointer: '/email', detail: 'Invalid email address' }])
  })

  test('twenty concurrent registrations with one e-mail open one account', async () => {
    const users = await count('users')
    const mails = await count('outgoing_mail')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => register({ email: 'race@example.com' })),
    )
    const codes = replies.map(({ status, problem }) => (status === 201 ? 'opened' : problem.code))
    expect(codes.filter((code) => code === 'opened')).toHaveLength(1)
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(19)
    expect(await count('users')).toBe(users + 1)
    expect(await count('outgoing_mail')).toBe(mails + 1)
  })
})

describe('the validation of the registration form', () => {
  test.each([
    ['name', '', 'Name is required'],
    ['name', '\u200b\u200d', 'Name is required'],
    ['name', 'x'.repeat(101), 'Name must be at most 100 characters'],
    ['name', 'Greta\u202eevil', 'Name has characters that can’t be shown'],
    ['name', 'Greta\r\nBcc: all@example.com', 'Name has characters that can’t be shown'],
    ['email', 'greta', 'Invalid email address'],
    ['phone', '12345', 'Phone number must be at least 10 digits'],
    ['phone', 'abcdefghij', 'Phone number must be at least 10 digits'],
    ['dob', '', 'Date of birth is required'],
    ['dob', '2090-01-01', 'Enter a real date'],
    ['dob', '1800-01-01', 'Enter a real date'],
    ['dob', '1999-02-30', 'Enter a real date'],
    ['gender', 'x', 'Gender is required'],
    ['employment_status', '', 'Employment status is required'],
    ['country', 'Narnia', 'Country is required'],
    ['address', '', 'Address is required'],
    ['city', '', 'City is required'],
    ['state', '', 'State is required'],
    ['zip', '', 'Zip code is required'],
    ['accountType', 'savings', 'Account type is required'],
    ['currency', '¥', 'Currency is required'],
    ['pin', '123', 'PIN must be at least 4 digits'],
    ['pin', '12345678x', 'PIN must be 4 to 8 digits'],
    ['pin', '123456789', 'PIN must be 4 to 8 digits'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
    ['password', 'sunshine', 'This password is too common'],
    ['password', 'TruePenny', 'This password is too common'],
    ['password', 'careless@example.com', 'This password is too common'],
  ])('registration with %s: %j is refused: %s', async (field, value, message) => {
    const users = await count('users')
    const { status, problem } = await register({ email: 'careless@example.com', [field]: value })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([{ pointer: `/${field}`, detail: message }])
    expect(await count('users')).toBe(users)
  })

  test.each([
    ['isAdmin', true],
    ['balance', 1_000_000],
  ])('registration with the unknown field %s: %j is refused', async (field, value) => {
    const users = await count('users')
    const { status, problem } = await register({ email: 'careless@example.com', [field]: value })
    expect([status, problem.errors, problem.facts]).toEqual([
      422,
      [{ pointer: '', detail: 'Unknown fields: 1' }],
      { unknownFields: 1 },
    ])
    expect(await count('users')).toBe(users)
  })

  test.each([
    ['20', 20, 10],
    ['63 kB of', 5_000, 1],
  ])(
    '%s unknown fields get an answer of at most ten lines that repeats none of them',
    async (_, count, lines) => {
      const unknown = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
      const { status, problem } = await bank.call(null, endpoints.register, { body: unknown })
      expect([status, problem.facts, problem.errors.length]).toEqual([422, { unknownFields: count }, lines])
      expect(JSON.stringify(problem)).not.toContain(`k${count - 1}`)
    },
  )

  test('registration reports all invalid fields at once', async () => {
    const { problem } = await bank.call(newVisitor(), endpoints.register, { body: {} })
    expect(problem.detail).toBe('Please check the fields marked below')
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(
      Object.keys(registrationForm).map((name) => `/${name}`),
    )
  })

  test('registration refuses a link or a sentence as a name, and sends nothing', async () => {
    const name = 'your account is blocked. Call +1 900 555 0199 or open https://evil.example/unblock now'
    const { status, problem } = await register({ email: 'victim@example.com', name })
    const detail = 'Enter the name only, without links or sentences'
    expect([status, problem.errors]).toEqual([422, [{ pointer: '/name', detail }]])
    expect(await mailsTo(bank, 'victim@example.com')).toEqual([])
  })

  test('registration stores formulas and scripts as text', async () => {
    const browser = newVisitor()
    await register({ email: 'odd@example.com', name: '=HYPERLINK("x")', city: '<b>Rome</b>' }, browser)
    const { answer } = await bank.call(browser, endpoints.readMe)
    expect([answer.name, answer.city]).toEqual(['=HYPERLINK("x")', '<b>Rome</b>'])
  })

  test('registration accepts a password of eight characters and a simple PIN', async () => {
    expect((await register({ email: 'eight@example.com', password: 'qzvkwp7u', pin: '0000' })).status).toBe(
      201,
    )
  })

  test('registration needs an age of 18 on the bank’s day', async () => {
    // The clock shows November 21, 2026.
    const { status, problem } = await register({ email: 'young@example.com', dob: '2008-11-22' })
    expect(status).toBe(422)
    expect(problem.errors).toEqual([
      { pointer: '/dob', detail: 'You must be at least 18 to open an account' },
    ])
    expect((await register({ email: 'young@example.com', dob: '2008-11-21' })).status).toBe(201)
  })

  test('a bank may require longer passwords, and another age on the day of its time zone', async () => {
    const strict = await openTestBank({ passwordMin: 15, ageMin: 21, timeZone: 'Pacific/Kiritimati' })
    const born = (dob: string) =>
      strict.call(newVisitor(), endpoints.register, {
        body: { ...registrationForm, email: 'age@example.com', password: 'here are fifteen', dob },
      })
    // In that time zone it is November 22 already.
    expect((await born('2005-11-23')).problem.errors).toEqual([
      { pointer: '/dob', detail: 'You must be at least 21 to open an account' },
    ])
    expect((await born('2005-11-22')).status).toBe(201)
    const tried = (password: string) =>
      strict.call(newVisitor(), endpoints.register, { body: { ...registrationForm, password } })
    const { problem } = await tried('only 14 signs.')
    expect(problem.errors).toEqual([
      { pointer: '/password', detail: 'Password must be at least 15 characters' },
    ])
    expect((await tried('here are fifteen')).status).toBe(201)
    await strict.close()
  })
})
