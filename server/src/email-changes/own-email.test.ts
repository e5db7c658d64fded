import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { makeOnlyAdministrator } from '../../test/only-administrator.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { enrol } from '../../test/two-factor.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { isTwoFactorOn } from '../two-factor/authenticator.ts'
import { findEmailStanding } from '../users/user.ts'
import { emailCode, insertEmailChange, isEmailHeld } from './email-change.ts'

const day = 24 * 60

let bank: TestBank
let dora: Person
let next: string
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  bank.clock.pass(day)
  dora = await bank.openAccount(`Dora${++count}`)
  next = `dora${count}@new.example`
})

type Registered = { browser: Visitor; userId: string; email: string }

async function register(email = `max${count}@gmial.example`): Promise<Registered> {
  const browser = newVisitor()
  const { status, answer } = await bank.call(browser, endpoints.register, {
    body: { ...registrationForm, email },
  })
  expect(status).toBe(201)
  return { browser, userId: answer.user.id, email }
}

/** The token of the newest link or code mailed to an address. */
async function tokenTo(email: string, subject = '%'): Promise<string> {
  const mails = (await mailsTo(bank, email, subject)).filter(({ email_change_id: id }) => id !== null)
  return linkToken(bank.bank.keys.emailChangeKey.current, mails.at(-1)!.email_change_id!)
}

async function signIn(
  email: string,
  who: Visitor = newVisitor(),
  secret: string = password,
): Promise<number> {
  return (await bank.call(who, endpoints.signIn, { body: { email, password: secret } })).status
}

const outcome = ({ status, problem }: { status: number; problem: { code: string } | undefined }) =>
  problem?.code ?? status

const confirm = (who: Visitor, token: string) =>
  bank.call(who, endpoints.confirmOwnEmail, { body: { token } })
const sendAgain = (who: Visitor) => bank.call(who, endpoints.sendConfirmationLink)
const isUnconfirmed = async (who: Visitor) =>
  (await bank.call(who, endpoints.checkSession)).answer.session?.user.isEmailUnconfirmed ?? false

describe('the link that confirms the e-mail of a registration', () => {
  test('confirms the e-mail of the customer who is signed in, and says so of a second use', async () => {
    const { browser, userId, email } = await register()
    expect(await isUnconfirmed(browser)).toBe(true)
    const token = await tokenTo(email, 'Welcome%')
    expect((await confirm(browser, token)).answer).toEqual({ isNew: true })
    expect((await confirm(browser, token)).answer).toEqual({ isNew: false })
    expect(await isUnconfirmed(browser)).toBe(false)
    expect((await bank.call(browser, endpoints.readEmail)).answer).toEqual({
      email,
      isConfirmed: true,
      pending: null,
    })
    expect(await auditEventsAbout(bank, userId, 'email_confirmed')).toEqual([
      { actor_id: userId, action: 'email_confirmed', details: { email } },
    ])
  })

  test('confirms nothing for a visitor and for another customer, and then still works for its customer', async () => {
    const { browser, email } = await register()
    const token = await tokenTo(email)
    expect(outcome(await confirm(newVisitor(), token))).toBe('signed_out')
    const other = await confirm(dora, token)
    expect([outcome(other), other.problem.detail]).toEqual([
      'email_link_of_other_user',
      'This link confirms the email of another account. Log out, log in to that account and open the link again',
    ])
    expect(await isUnconfirmed(browser)).toBe(true)
    expect((await confirm(browser, token)).answer).toEqual({ isNew: true })
  })

  test('expires after 7 days, and another one is sent', async () => {
    const { email } = await register()
    const token = await tokenTo(email)
    bank.clock.pass(7 * day - 1)
    const browser = newVisitor()
    await signIn(email, browser, registrationForm.password)
    bank.clock.pass(1)
    expect(outcome(await confirm(browser, token))).toBe('email_link_expired')
    expect((await sendAgain(browser)).status).toBe(204)
    expect((await confirm(browser, await tokenTo(email, 'Confirm your%'))).answer).toEqual({ isNew: true })
    expect(outcome(await confirm(browser, token))).toBe(200)
  })

  test('stays valid when another one is sent', async () => {
    const { browser, email } = await register()
    const first = await tokenTo(email)
    await sendAgain(browser)
    expect((await confirm(browser, first)).answer).toEqual({ isNew: true })
    expect(outcome(await sendAgain(browser))).toBe('email_confirmed_already')
  })

  test('is sent three times in 24 hours at most', async () => {
    const { browser, email } = await register()
    const sent = await Promise.all([sendAgain(browser), sendAgain(browser), sendAgain(browser)])
    expect(sent.map(outcome).toSorted()).toEqual([204, 204, 'mails_too_many'])
    expect(await mailsTo(bank, email)).toHaveLength(3)
  })

  test.each(['', 'x', '0'.repeat(43), 'é'.repeat(43)])(
    'a forged token %j confirms nothing',
    async (token) => {
      const { browser } = await register(`forged${count}@example.com`)
      expect(outcome(await confirm(browser, token))).toBe('email_link_invalid')
    },
  )

  test('does not confirm another e-mail that took effect since, and no link does another’s work', async () => {
    const { browser, email } = await register()
    const token = await tokenTo(email)
    const use = (endpoint: typeof endpoints.confirmCorrectedEmail | typeof endpoints.restoreEmail) =>
      bank.call(newVisitor(), endpoint, { body: { token } })
    expect([
      outcome(await use(endpoints.confirmCorrectedEmail)),
      outcome(await use(endpoints.restoreEmail)),
    ]).toEqual(['email_link_invalid', 'email_link_invalid'])
    await changeTo(browser, next, registrationForm.password)
    expect(outcome(await confirm(browser, token))).toBe('email_link_expired')
  })

  test('two concurrent uses write one audit event', async () => {
    const { browser, userId, email } = await register()
    const token = await tokenTo(email)
    const answers = await Promise.all([confirm(browser, token), confirm(browser, token)])
    expect(answers.map(({ answer }) => answer.isNew).toSorted()).toEqual([false, true])
    expect(await auditEventsAbout(bank, userId, 'email_confirmed')).toHaveLength(1)
  })
})

const askForLink = async (email: string) => {
  const asked = await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email } })
  const { queued } = await queueResetLinks(bank.bank, bank.clock.now())
  return { asked: outcome(asked), links: queued.flatMap((link) => (link.email === email ? email : [])) }
}

describe('an e-mail that was never confirmed', () => {
  test('gets no reset link but a mail that says how to go on, and the answer is that for an unknown e-mail', async () => {
    const { browser, email } = await register()
    expect(await askForLink(email)).toEqual({ asked: 204, links: [] })
    expect(await askForLink(`nobody${count}@example.com`)).toEqual({ asked: 204, links: [] })
    const [mail] = await mailsTo(bank, email, '%cannot be reset yet')
    expect(mail?.text).toContain('This email address was never confirmed')
    expect(mail?.letter.button).toBeUndefined()
    await confirm(browser, await tokenTo(email))
    expect(await askForLink(email)).toEqual({ asked: 204, links: [email] })
  })

  test('is confirmed by staff who have checked it, with a reason', async () => {
    const { browser, userId, email } = await register()
    await bank.elevate(bank.clara)
    const params = { id: userId }
    const reset = () => bank.call(bank.clara, endpoints.sendResetLink, { params })
    const check = (body: { email: string; reason: string }) =>
      bank.call(bank.clara, endpoints.confirmEmailOfUser, { params, body })
    expect(outcome(await reset())).toBe('email_not_confirmed')
    expect((await bank.call(bank.clara, endpoints.readUser, { params })).answer.emailConfirmedAt).toBeNull()
    expect(outcome(await check({ email, reason: ' ' }))).toBe('validation')
    expect(outcome(await check({ email: 'max@other.example', reason: 'Seen the ID' }))).toBe(
      'profile_outdated',
    )
    expect(outcome(await check({ email, reason: 'Called back, passport seen' }))).toBe(204)
    expect(outcome(await check({ email, reason: 'Called back, passport seen' }))).toBe(
      'email_confirmed_already',
    )
    expect(await isUnconfirmed(browser)).toBe(false)
    expect(await auditEventsAbout(bank, userId, 'email_confirmed')).toEqual([
      {
        actor_id: bank.clara.userId,
        action: 'email_confirmed',
        details: { email, reason: 'Called back, passport seen' },
      },
    ])
    expect(outcome(await reset())).toBe(204)
  })

  test('staff confirm neither their own e-mail nor that of an unknown user', async () => {
    await bank.elevate(bank.clara)
    const check = (id: string) =>
      bank.call(bank.clara, endpoints.confirmEmailOfUser, {
        params: { id },
        body: { email: bank.clara.email, reason: 'Mine' },
      })
    expect(outcome(await check(bank.clara.userId))).toBe('own_account_edited')
    expect(outcome(await check('01900000-0000-7000-8000-000000000000'))).toBe('user_not_found')
  })
})

const prove = (who: Visitor, secret: string = password) =>
  bank.call(who, endpoints.confirmSession, { body: { password: secret } })
const ask = (who: Visitor, email: string) => bank.call(who, endpoints.requestEmailChange, { body: { email } })
const enter = (who: Visitor, code: string) => bank.call(who, endpoints.changeEmail, { body: { code } })
const codeTo = async (email: string) => emailCode(await tokenTo(email, 'Your code%'))

/** Asks for a new e-mail with the password. A minute later than the mail before, so that the newest mail is known. */
async function asked(who: Visitor, email: string, secret: string = password): Promise<void> {
  bank.clock.pass(1)
  expect((await prove(who, secret)).status).toBe(201)
  expect((await ask(who, email)).status).toBe(201)
}

async function changeTo(who: Visitor, email: string, secret: string = password): Promise<void> {
  await asked(who, email, secret)
  expect((await enter(who, await codeTo(email))).status).toBe(204)
}

const restore = (token: string, who: Visitor = newVisitor()) =>
  bank.call(who, endpoints.restoreEmail, { body: { token } })
const restorationTo = (email: string) => tokenTo(email, '%email was changed')

describe('a customer’s change of the e-mail', () => {
  test('needs the password each time, and a code that is mailed to the new e-mail; nothing changes before', async () => {
    expect(outcome(await ask(dora, next))).toBe('confirm_required')
    await asked(dora, ` ${next.toUpperCase()} `)
    expect(outcome(await ask(dora, `other${count}@new.example`))).toBe('confirm_required')
    expect((await bank.call(dora, endpoints.readEmail)).answer).toMatchObject({
      email: dora.email,
      pending: { email: next },
    })
    expect([await signIn(dora.email), await signIn(next)]).toEqual([201, 401])
    expect(await mailsTo(bank, dora.email, '%email%')).toEqual([])
    const [mail] = await mailsTo(bank, next)
    expect(mail?.text).not.toContain(dora.name)
    expect(mail?.text).not.toContain(await codeTo(next))
  })

  test('takes effect with the code: the other sessions end, this one stays, and the 72 hours begin', async () => {
    const phone = newVisitor()
    await signIn(dora.email, phone)
    await changeTo(dora, next)
    expect((await bank.call(dora, endpoints.readEmail)).answer).toEqual({
      email: next,
      isConfirmed: true,
      pending: null,
    })
    expect((await bank.call(phone, endpoints.checkSession)).answer.session).toBeNull()
    expect([await signIn(dora.email), await signIn(next)]).toEqual([401, 201])
    const { db } = bank.bank
    const standing = () => findEmailStanding(db, dora.userId, { hours: 72, now: bank.clock.now() })
    expect(await standing()).toBe('changed_recently')
    expect(await askForLink(next)).toEqual({ asked: 204, links: [] })
    bank.clock.pass(3 * day)
    expect(await standing()).toBe('settled')
    const events = await auditEventsAbout(bank, dora.userId, 'email_change_asked', 'email_changed')
    expect(events.map(({ action, details }) => [action, details.before, details.after])).toEqual([
      ['email_change_asked', dora.email, next],
      ['email_changed', dora.email, next],
    ])
  })

  test('ends after five wrong codes, also entered at once, and after 30 minutes', async () => {
    await asked(dora, next)
    const code = await codeTo(next)
    const wrong = code === '000000' ? '000001' : '000000'
    const entered = await Promise.all([1, 2, 3, 4, 5, 6].map(() => enter(dora, wrong)))
    expect(entered.map(outcome).toSorted()).toEqual([
      'email_code_ended',
      ...Array(5).fill('email_code_incorrect'),
    ])
    expect(outcome(await enter(dora, code))).toBe('email_code_ended')
    await asked(dora, next)
    bank.clock.pass(30)
    dora.cookies.clear()
    expect(outcome(await enter(dora, await codeTo(next)))).toBe('email_code_ended')
  })

  test('is replaced by a second one, whose code alone works', async () => {
    await asked(dora, next)
    const first = await codeTo(next)
    const other = `other${count}@new.example`
    await asked(dora, other)
    const second = await codeTo(other)
    if (first !== second) expect(outcome(await enter(dora, first))).toBe('email_code_incorrect')
    expect(outcome(await enter(dora, second))).toBe(204)
    expect([await signIn(next), await signIn(other)]).toEqual([401, 201])
  })

  test('of a code that is entered twice at once, one takes effect', async () => {
    await asked(dora, next)
    const code = await codeTo(next)
    const entered = await Promise.all([enter(dora, code), enter(dora, code)])
    expect(entered.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    expect(await auditEventsAbout(bank, dora.userId, 'email_changed')).toHaveLength(1)
  })

  test('does not reveal whether an e-mail has an account before its code was read', async () => {
    await asked(dora, bank.alice.email)
    expect((await mailsTo(bank, bank.alice.email, 'Your code%')).at(-1)?.text).toMatch(/^Hello,/)
    expect(outcome(await enter(dora, await codeTo(bank.alice.email)))).toBe('email_taken')
    // The fourth mail of a day is refused for both alike.
    for (const email of [bank.bruno.email, next]) {
      for (let times = 1; times <= 3; times++) {
        await asked(await bank.openAccount(`Asker${count}${email}${times}`), email)
      }
      const fourth = await bank.openAccount(`Asker${count}${email}4`)
      await prove(fourth)
      expect(outcome(await ask(fourth, email))).toBe('mails_too_many')
    }
  })

  test('of two customers who change to one e-mail at once, one gets it', async () => {
    const erin = await bank.openAccount(`Erin${count}`)
    await asked(dora, next)
    const first = await codeTo(next)
    await asked(erin, next)
    const second = await codeTo(next)
    const entered = await Promise.all([enter(dora, first), enter(erin, second)])
    expect(entered.map(outcome).toSorted()).toEqual([204, 'email_taken'])
  })

  test('is refused to the present e-mail, and for an administrator', async () => {
    await prove(dora)
    expect(outcome(await ask(dora, dora.email))).toBe('email_unchanged')
    const dean = await bank.openAccount(`Dean${count}`, { role: 'administrator' })
    await prove(dean)
    expect(outcome(await ask(dean, next))).toBe('administrator_email_fixed')
  })

  test('ends with a correction by staff, and ends one', async () => {
    await makeOnlyAdministrator(bank)
    await bank.elevate(bank.clara)
    await asked(dora, next)
    const code = await codeTo(next)
    const corrected = `corrected${count}@new.example`
    expect((await correctionOf(bank, dora, { email: corrected })).status).toBe(204)
    expect(outcome(await enter(dora, code))).toBe('email_code_ended')
    const link = await tokenTo(corrected)
    await asked(dora, `third${count}@new.example`)
    const used = await bank.call(newVisitor(), endpoints.confirmCorrectedEmail, { body: { token: link } })
    expect(outcome(used)).toBe('email_link_invalid')
  })

  test('during a pending confirmation confirms the new e-mail, and sends the unconfirmed one no way back', async () => {
    const { browser, email } = await register()
    await changeTo(browser, next, registrationForm.password)
    expect(await isUnconfirmed(browser)).toBe(false)
    const [mail] = await mailsTo(bank, email, '%email was changed')
    expect(mail).toMatchObject({ email_change_id: null })
    expect(mail?.text).not.toContain('Greta')
  })
})

describe('the way back from a changed e-mail', () => {
  test('takes the old e-mail back within 72 hours, once, ends all sessions, and asks for a new password', async () => {
    await changeTo(dora, next)
    const token = await restorationTo(dora.email)
    bank.clock.pass(3 * day - 1)
    dora.cookies.clear()
    await bank.call(dora, endpoints.checkSession)
    expect((await restore(token, dora)).answer).toEqual({ email: dora.email })
    expect(dora.cookies.has('sid')).toBe(false)
    expect(outcome(await restore(token))).toBe('email_link_invalid')
    // The person who changed the e-mail knows the password.
    expect([await signIn(next), await signIn(dora.email)]).toEqual([401, 403])
    expect(await askForLink(dora.email)).toEqual({ asked: 204, links: [dora.email] })
    expect((await mailsTo(bank, dora.email, '%this one again'))[0]?.text).toContain('choose a new one now')
    expect(await mailsTo(bank, next, '%changed back')).toHaveLength(1)
    expect(await auditEventsAbout(bank, dora.userId, 'email_restored')).toEqual([
      {
        actor_id: dora.userId,
        action: 'email_restored',
        details: { before: next, after: dora.email, sessionsEnded: 2 },
      },
    ])
    // What needs a settled e-mail waits: the old mailbox may be the stolen one.
    const { db } = bank.bank
    const standing = await findEmailStanding(db, dora.userId, { hours: 72, now: bank.clock.now() })
    expect(standing).toBe('changed_recently')
  })

  test('ends after 72 hours', async () => {
    await changeTo(dora, next)
    const token = await restorationTo(dora.email)
    bank.clock.pass(3 * day)
    expect(outcome(await restore(token))).toBe('email_link_invalid')
  })

  test('leads to the oldest e-mail, and ends those of the e-mails that came after it', async () => {
    await changeTo(dora, next)
    const third = `third${count}@new.example`
    await changeTo(dora, third)
    const [first, second] = [await restorationTo(dora.email), await restorationTo(next)]
    expect(outcome(await restore(first))).toBe(201)
    expect(outcome(await restore(second))).toBe('email_link_invalid')
    expect([await signIn(dora.email), await signIn(next), await signIn(third)]).toEqual([403, 401, 401])
  })

  test('of a later e-mail leaves that of the oldest valid', async () => {
    await changeTo(dora, next)
    await changeTo(dora, `third${count}@new.example`)
    const [first, second] = [await restorationTo(dora.email), await restorationTo(next)]
    expect(outcome(await restore(second))).toBe(201)
    expect(outcome(await restore(first))).toBe(201)
    expect(await signIn(dora.email)).toBe(403)
  })

  test('turns off a two-factor that was turned on since, and leaves an older one', async () => {
    const eve = await bank.openAccount(`Eve${count}`)
    for (const [who, isTurnedOnBefore] of [
      [dora, false],
      [eve, true],
    ] as const) {
      if (isTurnedOnBefore) await enrol(bank, who)
      bank.clock.pass(1)
      const at = bank.clock.now()
      const change = {
        userId: who.userId,
        email: who.email,
        purpose: 'restoration',
        askedBy: who.userId,
      } as const
      const key = bank.bank.keys.emailChangeKey
      const { id } = await inTransaction(bank.bank.db, (connection) =>
        insertEmailChange(connection, change, { key, now: at }),
      )
      await bank.bank.db.query(`update users set email = 'taken.' || email where id = $1`, [who.userId])
      if (!isTurnedOnBefore) await enrol(bank, who)
      expect(outcome(await restore(linkToken(key.current, id)))).toBe(201)
      expect(await isTwoFactorOn(bank.bank.db, who.userId)).toBe(isTurnedOnBefore)
    }
  })

  test('ends a pending change', async () => {
    await changeTo(dora, next)
    const third = `third${count}@new.example`
    await asked(dora, third)
    const code = await codeTo(third)
    expect(outcome(await restore(await restorationTo(dora.email)))).toBe(201)
    dora.cookies.clear()
    // As with a new password.
    await bank.bank.db.query('update users set password_temporary_until = null where id = $1', [dora.userId])
    expect(outcome(await enter(dora, code))).toBe('email_code_ended')
  })

  test('among many e-mails that were changed, one that is held is found by an index', async () => {
    const owner = await connectOnce(bank.ownerAddress)
    try {
      await owner.query(
        `insert into email_changes (id, user_id, new_email, purpose, asked_at, asked_by, token_hash, expires_at)
         select gen_random_uuid(), $1, n || '@old.example', 'restoration', now(), $1, sha256(n::text::bytea), now() + interval '1 day'
           from generate_series(1, 3000) n`,
        [dora.userId],
      )
      await owner.query('analyze email_changes')
      const explained = Object.assign(Object.create(owner), {
        query: (text: string, values: unknown[]) => owner.query(`explain ${text}`, values),
      })
      const plan = vi.spyOn(explained, 'query')
      await isEmailHeld(explained, '7@old.example', { userId: bank.alice.userId, now: bank.clock.now() })
      const { rows } = await plan.mock.results[0]!.value
      expect(JSON.stringify(rows)).toContain('email_changes_held')
    } finally {
      await owner.query("delete from email_changes where new_email like '%@old.example'")
      await owner.end()
    }
  })

  test('is not blocked by another account: until it ends no one else gets the old e-mail', async () => {
    const mallory = await bank.openAccount(`Mallory${count}`)
    await changeTo(dora, next)
    const body = { ...registrationForm, email: dora.email }
    const signUp = () => bank.call(newVisitor(), endpoints.register, { body })
    expect(outcome(await signUp())).toBe('email_taken')
    await asked(mallory, dora.email)
    expect(outcome(await enter(mallory, await codeTo(dora.email)))).toBe('email_taken')
    expect(outcome(await restore(await restorationTo(dora.email)))).toBe(201)
  })

  test('does not hold the old e-mail longer: after 72 hours it can be registered', async () => {
    await changeTo(dora, next)
    bank.clock.pass(3 * day)
    expect((await register(dora.email)).email).toBe(dora.email)
  })

  test('is refused when another user has the old e-mail nevertheless, and after a promotion to administrator', async () => {
    await changeTo(dora, next)
    const token = await restorationTo(dora.email)
    await bank.bank.db.query('update users set email = $2 where id = $1', [
      (await register()).userId,
      dora.email,
    ])
    expect(outcome(await restore(token))).toBe('email_taken')
    const erin = await bank.openAccount(`Erin${count}`)
    await changeTo(erin, `erin${count}@new.example`)
    await bank.bank.db.query(`update users set role = 'administrator' where id = $1`, [erin.userId])
    expect(outcome(await restore(await restorationTo(erin.email)))).toBe('email_link_invalid')
  })

  test('is mailed although others filled the old e-mail with codes', async () => {
    for (let times = 1; times <= 3; times++) {
      await asked(await bank.openAccount(`Filler${count}x${times}`), dora.email)
    }
    await changeTo(dora, next)
    expect(outcome(await restore(await restorationTo(dora.email)))).toBe(201)
  })

  test('of two concurrent uses works once', async () => {
    await changeTo(dora, next)
    const token = await restorationTo(dora.email)
    const used = await Promise.all([restore(token), restore(token)])
    expect(used.map(outcome).toSorted()).toEqual([201, 'email_link_invalid'])
  })
})
