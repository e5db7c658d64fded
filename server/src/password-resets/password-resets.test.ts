import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { linkToken } from '../mail/link-token.ts'
import { deleteOldMail } from '../mail/outgoing-mail.ts'
import { deleteOldResets } from './password-reset.ts'
import { queueResetLinks } from './queue-reset-links.ts'

const newPassword = 'tide and timber 42'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
  bank.clock.pass(1)
})

function request(email = dora.email) {
  return bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email } })
}

/** The token of the latest link to an address, which only the mail has. */
async function newLink(email = dora.email): Promise<string> {
  await queueResetLinks(bank.bank, bank.clock.now())
  const rows = await mailsTo(bank, email, 'Choose a new%')
  return linkToken(bank.bank.keys.passwordResetKey.current, rows.at(-1)!.password_reset_id!)
}

function use(token: string, to = newPassword, again = to, who: Visitor = newVisitor()) {
  const body = { token, new_password: to, confirm_password: again }
  return bank.call(who, endpoints.resetPassword, { body })
}

async function signIn(tried: string, who: Visitor = newVisitor()): Promise<number> {
  const body = { email: dora.email, password: tried }
  return (await bank.call(who, endpoints.signIn, { body })).status
}

const events = (action: string) => auditEventsAbout(bank, dora.userId, action)

describe('a password reset', () => {
  test('a user resets a forgotten password with a mailed link, and gets a mail about it', async () => {
    expect((await request()).status).toBe(204)
    const token = await newLink()
    expect((await use(token)).status).toBe(204)
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 201])
    const resetMails = await mailsTo(bank, dora.email, '%password was reset')
    expect(resetMails).toHaveLength(1)
    expect(resetMails[0]?.text).not.toContain(newPassword)
    expect(await events('password_reset_asked')).toEqual([
      { actor_id: null, action: 'password_reset_asked', details: {} },
    ])
    expect(await events('password_reset')).toMatchObject([{ actor_id: dora.userId }])
  })

  test('a password reset ends every session of the user, the current one included', async () => {
    await bank.call(dora, endpoints.readMe)
    const other = newVisitor()
    await bank.call(other, endpoints.signIn, { body: { email: dora.email, password } })
    await request()
    await use(await newLink(), newPassword, newPassword, dora)
    expect(dora.cookies.has('sid')).toBe(false)
    expect((await bank.call(other, endpoints.readMe)).status).toBe(401)
    expect(await events('password_reset')).toMatchObject([{ details: { sessionsEnded: 2 } }])
  })

  test('a password reset ends a block by wrong passwords', async () => {
    for (const wrong of [1, 2, 3, 4, 5]) await signIn(`not my password ${wrong}`)
    expect(await signIn(password)).toBe(429)
    await request()
    await use(await newLink())
    expect(await signIn(newPassword)).toBe(201)
  })

  test('a password reset ends a block of the known browser', async () => {
    const browser = newVisitor()
    await signIn(password, browser)
    for (const wrong of [1, 2, 3, 4, 5]) await signIn(`not my password ${wrong}`, browser)
    expect([await signIn(password, browser), await signIn(password)]).toEqual([429, 201])
    await request()
    await use(await newLink(), newPassword, newPassword, browser)
    expect(await signIn(newPassword, browser)).toBe(201)
  })

  test('a password reset keeps two-factor on', async () => {
    await bank.bank.db.query(
      `insert into authenticators (user_id, secret, begun_at, turned_on_at) values ($1, $2, $3, $3)`,
      [dora.userId, Buffer.alloc(48), bank.clock.now()],
    )
    await request()
    await use(await newLink())
    const { rowCount } = await bank.bank.db.query('select from authenticators where user_id = $1', [
      dora.userId,
    ])
    expect(rowCount).toBe(1)
  })
})

describe('a reset link', () => {
  test('a reset link is neither in the outbox nor anywhere else in the database', async () => {
    await request()
    const token = await newLink()
    const rows = await mailsTo(bank, dora.email, 'Choose a new%')
    expect(rows[0]?.letter.button).toEqual({ label: 'Choose a new password' })
    expect(rows[0]?.text).not.toContain(token)
    const kept = await bank.bank.db.query(
      `select row_to_json(r)::text as text from password_resets r
        union all select row_to_json(m)::text from outgoing_mail m
        union all select row_to_json(a)::text from audit_events a`,
    )
    expect(kept.rows.filter(({ text }) => text.includes(token))).toEqual([])
    const hash = await bank.bank.db.query(
      'select from password_resets where token_hash = sha256(convert_to($1, $2))',
      [token, 'UTF8'],
    )
    expect(hash.rowCount).toBe(1)
  })

  test('a reset link works once', async () => {
    await request()
    const token = await newLink()
    await use(token)
    const { status, problem } = await use(token, 'another password 7')
    expect([status, problem.code]).toEqual([422, 'reset_link_invalid'])
    expect(await signIn(newPassword)).toBe(201)
  })

  test('a reset link that is used twice at the same time works once', async () => {
    await request()
    const token = await newLink()
    const answers = await Promise.all([use(token), use(token, 'another password 7')])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
    expect(await mailsTo(bank, dora.email, '%password was reset')).toHaveLength(1)
  })

  test('opening the page of a reset link does not use it up', async () => {
    await request()
    const token = await newLink()
    for (const method of ['HEAD', 'GET'] as const) {
      for (const url of ['/reset-password', `/reset-password?token=${token}`, '/api/password-resets/uses']) {
        await bank.app.inject({ method, url })
      }
    }
    expect((await use(token)).status).toBe(204)
  })

  test('a reset link expires after 15 minutes, and its mail is not sent after that', async () => {
    await request()
    const requestedAt = bank.clock.now()
    const token = await newLink()
    const rows = await mailsTo(bank, dora.email, 'Choose a new%')
    expect(rows[0]?.worth_until).toEqual(new Date(requestedAt.getTime() + 15 * 60_000))
    bank.clock.pass(15)
    expect((await use(token)).problem.code).toBe('reset_link_invalid')
  })

  test('a reset link ends when another one is used, and when the password is changed', async () => {
    await request()
    const first = await newLink()
    await request()
    const second = await newLink()
    expect((await use(second)).status).toBe(204)
    expect((await use(first)).problem.code).toBe('reset_link_invalid')

    await request()
    const third = await newLink()
    bank.clock.pass(1)
    const signedIn = newVisitor()
    await bank.call(signedIn, endpoints.signIn, { body: { email: dora.email, password: newPassword } })
    await bank.call(signedIn, endpoints.confirmSession, { body: { password: newPassword } })
    const body = { new_password: 'of my own choosing', confirm_password: 'of my own choosing' }
    expect((await bank.call(signedIn, endpoints.changePassword, { body })).status).toBe(204)
    expect((await use(third)).problem.code).toBe('reset_link_invalid')
  })

  test.each(['', 'x', '0'.repeat(43), 'é'.repeat(43)])(
    'the forged reset token %j is refused',
    async (token) => {
      expect((await use(token)).problem.code).toBe('reset_link_invalid')
    },
  )
})

describe('an invalid new password', () => {
  test.each([
    ['short', 'short', '/new_password', 'Password must be at least 8 characters long'],
    [newPassword, `${newPassword}!`, '/confirm_password', 'Passwords do not match'],
    ['password123', 'password123', '/new_password', 'This password is too common'],
  ])(
    'a reset to %s, repeated as %s, is refused on %s: %s; the link stays valid',
    async (first, second, pointer, detail) => {
      await request()
      const token = await newLink()
      const { status, problem } = await use(token, first, second)
      expect(status).toBe(422)
      expect(problem.errors).toContainEqual({ pointer, detail })
      expect((await use(token)).status).toBe(204)
    },
  )
})

describe('a reset request does not reveal whether an account exists', () => {
  test('a reset for an unknown e-mail gets the same answer, does the same work and sends no mail', async () => {
    const unknownEmail = `nobody${count}@example.com`
    const known = await request()
    const unknown = await request(unknownEmail)
    const ofEachAnswer = { date: '', 'x-request-id': '' }
    expect({ ...unknown, headers: { ...unknown.headers, ...ofEachAnswer } }).toEqual({
      ...known,
      headers: { ...known.headers, ...ofEachAnswer },
    })
    const { rows } = await bank.bank.db.query(
      'select email, user_id, token_hash from password_resets where handled_at is null order by email',
    )
    expect(rows).toEqual([
      { email: dora.email, user_id: null, token_hash: null },
      { email: unknownEmail, user_id: null, token_hash: null },
    ])
    const { handled, queued } = await queueResetLinks(bank.bank, bank.clock.now())
    expect([handled, queued.map(({ email }) => email)]).toEqual([2, [dora.email]])
    expect(await queueResetLinks(bank.bank, bank.clock.now())).toEqual({ handled: 0, queued: [] })
    expect(await mailsTo(bank, unknownEmail, '%')).toEqual([])
    // An unknown e-mail is not kept.
    const kept = await bank.bank.db.query('select from password_resets where email = $1', [unknownEmail])
    expect(kept.rowCount).toBe(0)
  })

  test.each(['known', 'unknown'])(
    'the fourth reset request within an hour is refused, also of concurrent ones, for an e-mail that is %s',
    async (kind) => {
      const email = kind === 'known' ? dora.email.toUpperCase() : `nobody${count}@example.com`
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => request(email)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 429, 429])
      expect(answers.find(({ status }) => status === 429)!.problem).toMatchObject({
        code: 'too_many_attempts',
        facts: { minutes: 60 },
      })
      bank.clock.pass(60)
      expect((await request(email)).status).toBe(204)
    },
  )
})

describe('a reset link sent by an administrator', () => {
  const send = (who: Visitor, id = dora.userId) => bank.call(who, endpoints.sendResetLink, { params: { id } })

  test('an administrator sends a user a reset link without seeing it, with an audit event', async () => {
    await bank.elevate(bank.clara)
    const { status, answer } = await send(bank.clara)
    expect([status, answer]).toEqual([204, undefined])
    expect((await use(await newLink())).status).toBe(204)
    expect(await events('password_reset_asked')).toEqual([
      { actor_id: bank.clara.userId, action: 'password_reset_asked', details: {} },
    ])
  })

  test('an administrator cannot send a reset link to an unknown user', async () => {
    await bank.elevate(bank.clara)
    expect((await send(bank.clara, '01900000-0000-7000-8000-000000000000')).problem.code).toBe(
      'user_not_found',
    )
    expect((await send(bank.clara, 'x')).problem.code).toBe('user_id_missing')
  })

  test('only an elevated administrator can send a reset link', async () => {
    const unelevated = await bank.openAccount(`Carl${count}`, { role: 'administrator' })
    expect((await send(unelevated)).problem.code).toBe('passcode_required')
    expect((await send(dora)).problem.code).toBe('forbidden')
    expect((await send(newVisitor())).problem.code).toBe('signed_out')
  })
})

test('a reset link and its mail are deleted after 90 days, the mail first', async () => {
  const { db } = bank.bank
  const links = async () =>
    (await db.query('select from password_resets where user_id = $1', [dora.userId])).rowCount
  const written = async () => (await mailsTo(bank, dora.email, 'Choose a new%')).length
  expect((await request()).status).toBe(204)
  await newLink()
  bank.clock.pass(89 * 24 * 60)
  expect((await request()).status).toBe(204)
  await newLink()
  await deleteOldMail(db, bank.clock.now())
  await deleteOldResets(db, bank.clock.now())
  expect([await written(), await links()]).toEqual([2, 2])

  bank.clock.pass(2 * 24 * 60)
  await deleteOldResets(db, bank.clock.now())
  expect([await written(), await links()]).toEqual([2, 2])
  expect(await deleteOldMail(db, bank.clock.now())).toBeGreaterThan(0)
  expect(await deleteOldResets(db, bank.clock.now())).toBeGreaterThan(0)
  expect([await written(), await links()]).toEqual([1, 1])
  expect(await events('password_reset_asked')).toHaveLength(2)
})
