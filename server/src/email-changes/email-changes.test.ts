import { momentText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { lockWaits, whileRowHeld } from '../../test/held-row.ts'
import { newUserForm } from '../../test/new-user-form.ts'
import { makeOnlyAdministrator } from '../../test/only-administrator.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import { linkToken } from '../mail/link-token.ts'
import { deleteOldMail } from '../mail/outgoing-mail.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { deleteOldEmailChanges, readEmailToken } from './email-change.ts'

let bank: TestBank
let dora: Person
let next: string
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  bank.clock.pass(1)
  dora = await bank.openAccount(`Dora${++count}`)
  next = `dora${count}@new.example`
  await makeOnlyAdministrator(bank)
  await bank.elevate(bank.clara)
})

const correct = (email: string, version = 1) => correctionOf(bank, dora, { email, version })

/** Corrects Dora's e-mail. Returns the token of the link, which only the mail to the new address has. */
async function pendingToken(email = next, version = 1): Promise<string> {
  expect((await correct(email, version)).status).toBe(204)
  const rows = await mailsTo(bank, email, 'Confirm your new%')
  return linkToken(bank.bank.keys.emailChangeKey.current, rows.at(-1)!.email_change_id!)
}

const confirm = (token: string, who: Visitor = newVisitor()) =>
  bank.call(who, endpoints.confirmCorrectedEmail, { body: { token } })

async function signIn(email: string, who: Visitor = newVisitor()): Promise<number> {
  return (await bank.call(who, endpoints.signIn, { body: { email, password } })).status
}

const read = async () =>
  (await bank.call(bank.clara, endpoints.readUser, { params: { id: dora.userId } })).answer

const sendResetLink = () => bank.call(bank.clara, endpoints.sendResetLink, { params: { id: dora.userId } })

const events = () =>
  auditEventsAbout(bank, dora.userId, 'email_change_asked', 'email_change_cancelled', 'email_changed')

const invalid = [422, 'This link has expired or has already been used. Ask the bank for a new one']
const answerOf = ({ status, problem }: Awaited<ReturnType<typeof confirm>>) => [status, problem?.detail]

describe('a corrected e-mail', () => {
  test('a corrected e-mail is pending for 24 hours: the old one still signs in and gets a mail', async () => {
    await correct(` ${next.toUpperCase()} `)
    const expiresAt = new Date(bank.clock.now().getTime() + 24 * 60 * 60_000)
    expect(await read()).toMatchObject({
      email: dora.email,
      pendingEmail: { email: next, expiresAt: expiresAt.toISOString() },
      profileVersion: 2,
    })
    expect([await signIn(dora.email), await signIn(next)]).toEqual([201, 401])
    const [mail] = await mailsTo(bank, dora.email, 'A new email%')
    expect(mail?.text).toContain('Reason: As the customer asked')
    expect(mail?.text).not.toContain(next)
    expect(await events()).toEqual([
      {
        actor_id: bank.clara.userId,
        action: 'email_change_asked',
        details: {
          before: dora.email,
          after: next,
          reason: 'As the customer asked',
          noSecondPerson: true,
        },
      },
    ])
  })

  test('a confirmed e-mail ends the sessions and known devices, and the old address gets a mail', async () => {
    const browser = newVisitor()
    await signIn(dora.email, browser)
    const known = browser.cookies.get('device')
    const token = await pendingToken()
    expect((await confirm(token, browser)).answer).toEqual({ email: next })
    expect(browser.cookies.has('sid')).toBe(false)
    expect([await signIn(dora.email), await signIn(next, browser)]).toEqual([401, 201])
    expect(known).toBeDefined()
    expect(await mailsTo(bank, next, 'A new device%')).toHaveLength(1)
    const [mail] = await mailsTo(bank, dora.email, '%email was changed')
    expect(mail?.text).not.toContain(next)
    expect((await events()).at(-1)).toEqual({
      actor_id: dora.userId,
      action: 'email_changed',
      details: { before: dora.email, after: next, sessionsEnded: 1 },
    })
    expect(await read()).toMatchObject({ email: next, pendingEmail: null, profileVersion: 3 })
  })

  test('a confirmed e-mail ends pending sign-ins and reset links', async () => {
    const { db } = bank.bank
    await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: dora.email } })
    const { queued } = await queueResetLinks(bank.bank, bank.clock.now())
    const reset = linkToken(bank.bank.keys.passwordResetKey.current, queued[0]!.id)
    await db.query(
      `insert into sign_in_challenges (token_hash, user_id, password_hash, ends_at) values ($1, $2, 'x', $3)`,
      [Buffer.alloc(32, count), dora.userId, new Date(bank.clock.now().getTime() + 60_000)],
    )
    await confirm(await pendingToken())
    const body = { token: reset, new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' }
    const used = await bank.call(newVisitor(), endpoints.resetPassword, { body })
    expect(used.problem.code).toBe('reset_link_invalid')
    const { rowCount } = await db.query('select from sign_in_challenges where user_id = $1', [dora.userId])
    expect(rowCount).toBe(0)
  })

  test('a pending e-mail is replaced by another correction, and cancelled by a correction to the current e-mail', async () => {
    const first = await pendingToken()
    const second = await pendingToken(`other${count}@new.example`, 2)
    expect(answerOf(await confirm(first))).toEqual(invalid)
    expect((await correct(dora.email, 3)).status).toBe(204)
    expect(answerOf(await confirm(second))).toEqual(invalid)
    expect(await read()).toMatchObject({ email: dora.email, pendingEmail: null })
    expect(await mailsTo(bank, dora.email, '%stays as it is')).toHaveLength(1)
    expect((await events()).at(-1)).toMatchObject({
      action: 'email_change_cancelled',
      details: { before: `other${count}@new.example`, after: dora.email },
    })
  })

  test('a pending e-mail is not reserved: another user may register with it, and the link is then refused', async () => {
    const token = await pendingToken()
    const body = { ...newUserForm, email: next, currency: 'EUR' }
    expect((await bank.call(newVisitor(), endpoints.register, { body })).status).toBe(201)
    const { status, problem } = await confirm(token)
    expect([status, problem.code, problem.detail]).toEqual([
      409,
      'email_taken',
      'An account with this email already exists',
    ])
    expect(await signIn(dora.email)).toBe(201)
  })

  test('an e-mail that is confirmed and registered at the same time belongs to one user', async () => {
    const token = await pendingToken()
    const held = `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', '${next}'))).*
                    from users u where id = '${dora.userId}'`
    await whileRowHeld(bank, held, async (release) => {
      const answer = confirm(token)
      await lockWaits(bank, 1)
      await release()
      expect((await answer).problem.code).toBe('email_taken')
    })
    expect((await read()).email).toBe(dora.email)
  })
})

describe('a confirmation link', () => {
  test('the confirmation link is only in the mail to the new address, not in the database or the outbox', async () => {
    const token = await pendingToken()
    const rows = await mailsTo(bank, next, 'Confirm your new%')
    expect(rows).toMatchObject([{ worth_until: new Date(bank.clock.now().getTime() + 24 * 60 * 60_000) }])
    // A mistyped address may belong to another person.
    expect(rows[0]?.text).not.toContain(dora.name)
    const { answer } = await bank.call(bank.clara, endpoints.listOutgoingMail)
    const shown = answer.mails.find(({ recipient }) => recipient === next)
    expect(shown?.text).toContain('(Only the recipient gets it.)')
    const kept = await bank.bank.db.query(
      `select row_to_json(c)::text as text from email_changes c
        union all select row_to_json(m)::text from outgoing_mail m
        union all select row_to_json(a)::text from audit_events a`,
    )
    const texts = [...kept.rows.map(({ text }) => text), JSON.stringify(answer)]
    expect(texts.filter((text) => text.includes(token))).toEqual([])
    const hash = await bank.bank.db.query(
      'select from email_changes where token_hash = sha256(convert_to($1, $2))',
      [token, 'UTF8'],
    )
    expect(hash.rowCount).toBe(1)
  })

  test('a confirmation link works once, also when it is used twice at the same time', async () => {
    const token = await pendingToken()
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(answerOf(await confirm(token))).toEqual(invalid)
    expect(await mailsTo(bank, dora.email, '%email was changed')).toHaveLength(1)
  })

  test('a mail scanner that opens a confirmation link does not use it up', async () => {
    const token = await pendingToken()
    for (const method of ['HEAD', 'GET'] as const) {
      for (const url of ['/confirm-email', `/confirm-email?token=${token}`, '/api/email-changes/uses']) {
        await bank.app.inject({ method, url })
      }
    }
    expect((await confirm(token)).status).toBe(201)
  })

  test('a confirmation link expires after 24 hours, and a correction to the same e-mail sends a new one', async () => {
    const token = await pendingToken()
    bank.clock.pass(24 * 60)
    expect(answerOf(await confirm(token))).toEqual(invalid)
    await bank.elevate(bank.clara)
    expect((await read()).pendingEmail).toBeNull()
    expect((await confirm(await pendingToken(next, 2))).status).toBe(201)
  })

  test.each(['', 'x', '0'.repeat(43), 'é'.repeat(43)])(
    'the forged confirmation token %j is refused',
    async (token) => {
      expect(answerOf(await confirm(token))).toEqual(invalid)
    },
  )

  test('a confirmation token that is too long is refused as invalid input', async () => {
    expect((await confirm('x'.repeat(201))).status).toBe(422)
  })

  test('confirmation links can be tried 30 times an hour from one address', async () => {
    const tried = await Promise.all(
      Array.from({ length: 31 }, () =>
        bank.app.inject({
          method: 'POST',
          url: '/api/email-changes/uses',
          payload: { token: 'x' },
          remoteAddress: '203.0.113.77',
        }),
      ),
    )
    const statuses = tried.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([...Array(30).fill(422), 429])
  })
})

describe('a user who becomes an administrator', () => {
  // Clara asked for the new e-mail.
  let erin: Person
  beforeAll(async () => {
    erin = await bank.openAccount('Erin')
  })

  /** Erin asks for the role, and gives what Clara approves it by. */
  async function askForRole() {
    await bank.bank.db.query(`update users set role = 'administrator' where id = $1`, [erin.userId])
    await bank.elevate(erin)
    const body = { role: 'administrator', reason: 'New work' } as const
    const { answer } = await bank.call(erin, endpoints.giveRole, { params: { id: dora.userId }, body })
    return { params: { id: answer!.waitsForApproval.id } }
  }

  test('a user who becomes an administrator loses the pending e-mail, with an audit event', async () => {
    const token = await pendingToken()
    expect((await bank.call(bank.clara, endpoints.approveAct, await askForRole())).status).toBe(204)
    expect(answerOf(await confirm(token))).toEqual(invalid)
    expect((await events()).at(-1)).toEqual({
      actor_id: erin.userId,
      action: 'email_change_cancelled',
      details: { email: next, cause: 'role_given' },
    })
  })

  test('a user who becomes an administrator while confirming has either the new e-mail or no pending one', async () => {
    const token = await pendingToken()
    const asked = await askForRole()
    await whileRowHeld(bank, `select from users where id = '${dora.userId}' for update`, async (release) => {
      const promoted = bank.call(bank.clara, endpoints.approveAct, asked)
      await lockWaits(bank, 1)
      const confirmed = confirm(token)
      await lockWaits(bank, 2)
      await release()
      expect([(await promoted).status, (await confirmed).status]).toEqual([204, 422])
    })
    expect(await read()).toMatchObject({ role: 'administrator', email: dora.email, pendingEmail: null })
  })
})

describe('a reset link beside an e-mail change', () => {
  const requestReset = (email: string) =>
    bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email } })

  test('administrators cannot send a reset link while an e-mail is pending, nor for 72 hours after it took effect', async () => {
    const token = await pendingToken()
    const inWords = (hours: number) =>
      momentText(new Date(bank.clock.now().getTime() + hours * 60 * 60_000), 'UTC', 'long')
    const pending = await sendResetLink()
    expect([pending.status, pending.problem.detail]).toEqual([
      409,
      `This user’s new email is not confirmed yet. A reset link can be sent from ${inWords(24)}, or 72 hours after the confirmation`,
    ])
    await confirm(token)
    const held = await sendResetLink()
    expect([held.status, held.problem.detail]).toEqual([
      409,
      `This user’s email was changed recently. A reset link can be sent from ${inWords(72)}`,
    ])
    bank.clock.pass(72 * 60 - 1)
    await bank.elevate(bank.clara)
    expect((await sendResetLink()).problem.code).toBe('email_changed_recently')
    bank.clock.pass(1)
    await bank.elevate(bank.clara)
    expect((await sendResetLink()).status).toBe(204)
  })

  test('a user whose e-mail was just replaced gets a mail without a reset link, and the answer does not reveal it', async () => {
    await confirm(await pendingToken())
    const [known, unknown] = [await requestReset(next), await requestReset(`nobody${count}@example.com`)]
    expect([known.status, unknown.status]).toEqual([204, 204])
    const { queued } = await queueResetLinks(bank.bank, bank.clock.now())
    expect(queued.filter(({ email }) => email === next)).toEqual([])
    const [mail] = await mailsTo(bank, next, '%password cannot be reset yet')
    expect(mail?.text).toMatch(/can reset\s+the password from \w+ \d+, 2026 at \d+:\d\d [AP]M UTC/)
    expect(mail?.letter.button).toBeUndefined()
    const { rows } = await bank.bank.db.query(
      'select token_hash from password_resets where user_id = $1 and handled_at is not null',
      [dora.userId],
    )
    expect(rows).toEqual([{ token_hash: null }])
    bank.clock.pass(72 * 60)
    await requestReset(next)
    expect((await queueResetLinks(bank.bank, bank.clock.now())).queued).toMatchObject([{ email: next }])
  })

  test('a reset link that is requested while an e-mail is pending goes to the current address', async () => {
    await pendingToken()
    await requestReset(dora.email)
    await requestReset(next)
    const { handled, queued } = await queueResetLinks(bank.bank, bank.clock.now())
    expect([handled, queued.map(({ email }) => email)]).toEqual([2, [dora.email]])
  })

  test('a reset link that is issued while a new e-mail takes effect is invalid', async () => {
    const token = await pendingToken()
    await requestReset(dora.email)
    bank.clock.pass(1)
    const held = 'select from password_resets where handled_at is null for update'
    await whileRowHeld(bank, held, async (release) => {
      await confirm(token)
      // A process that looked the user up before the change writes after it.
      const { rows } = await bank.bank.db.query('select id from password_resets where handled_at is null')
      const reset = linkToken(bank.bank.keys.passwordResetKey.current, rows[0].id)
      const hash = `sha256(convert_to('${reset}', 'UTF8'))`
      await release(
        `update password_resets set handled_at = asked_at, user_id = '${dora.userId}', token_hash = ${hash}
          where id = '${rows[0].id}'`,
      )
      const body = {
        token: reset,
        new_password: 'tide and timber 42',
        confirm_password: 'tide and timber 42',
      }
      const used = await bank.call(newVisitor(), endpoints.resetPassword, { body })
      expect(used.problem.code).toBe('reset_link_invalid')
    })
  })
})

test('an e-mail change and its mail are deleted after 90 days, the mail first', async () => {
  const { db } = bank.bank
  const kept = async () =>
    (await db.query('select from email_changes where user_id = $1', [dora.userId])).rowCount
  await pendingToken()
  bank.clock.pass(89 * 24 * 60)
  await bank.elevate(bank.clara)
  await pendingToken(next, 2)
  bank.clock.pass(2 * 24 * 60)
  await deleteOldEmailChanges(db, bank.clock.now())
  expect(await kept()).toBe(2)
  await deleteOldMail(db, bank.clock.now())
  expect(await deleteOldEmailChanges(db, bank.clock.now())).toBeGreaterThan(0)
  expect(await kept()).toBe(1)
})

test('a confirmation link is the same in every process while keys are being rotated, and works after that', async () => {
  const { secretKey: first } = bank.bank.config
  const second = 'another key, which takes its place: 9876543210'
  const token = await pendingToken()
  const rows = await mailsTo(bank, next, 'Confirm your new%')
  const both = await openSecondBank(bank, { secretKey: second, secretKeyPrevious: first })
  const again = await readEmailToken(both.bank.db, both.bank.keys.emailChangeKey, rows[0]!.email_change_id!)
  expect(again).toBe(token)
  await both.close()
  const dropped = await openSecondBank(bank, { secretKey: second })
  const { status } = await dropped.call(newVisitor(), endpoints.confirmCorrectedEmail, { body: { token } })
  expect(status).toBe(201)
  await dropped.close()
})
