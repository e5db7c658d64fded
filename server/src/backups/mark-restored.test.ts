import { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, newVisitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, passcode, password, type TestBank } from '../../test/bank.ts'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { transfer } from '../../test/transfer.ts'
import { beginSignIn, enrol } from '../../test/two-factor.ts'
import { openBank } from '../bank.ts'
import { openHttp } from '../http/server.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { routes } from '../routes.ts'
import { isForForensics } from './forensics.ts'
import { markRestored } from './mark-restored.ts'
import { areJobsPaused, letJobsRun } from './paused-jobs.ts'

let smtp: MailServer
let bank: TestBank
let dora: Person
let challenge: string
let resetToken: string
let appSecret: string

const withCode = (code: string, used = challenge) =>
  bank.call(newVisitor(), endpoints.signInWithCode, { body: { challenge: used, code } })
const query = async (sql: string) => (await bank.bank.db.query(sql)).rows

beforeAll(async () => {
  smtp = await openMailServer()
  bank = await openTestBank({
    mail: { by: 'smtp', sender: { name: 'Truepenny', email: 'bank@bank.example' }, url: smtp.url },
  })
  dora = await bank.openAccount('Dora')
  appSecret = (await enrol(bank, dora)).secret
  challenge = await beginSignIn(bank, dora)
  await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.alice.email } })
  await queueResetLinks(bank.bank, bank.clock.now())
  const [{ id }] = await query('select id from password_resets')
  resetToken = linkToken(bank.bank.keys.passwordResetKey.current, id)
  await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.bruno.email } })
  await query(
    `insert into approvals (id, act, subject_id, payload, reason, requested_by, requested_at, expires_at)
     values (gen_random_uuid(), 'funding', '${bank.alice.userId}', '{}', 'Deposit', '${bank.clara.userId}', now(),
             now() + interval '7 days')`,
  )
  await markRestored(bank.bank.db, {
    moment: '2026-11-21T12:00:00.000Z',
    forForensics: false,
    now: bank.clock.now(),
  })
})
afterAll(async () => {
  await bank.close()
  await smtp.close()
})

test('a restore ends every session and every sign-in that waits for a code', async () => {
  expect((await bank.call(dora, endpoints.readTwoFactor)).problem?.code).toBe('signed_out')
  const late = await withCode(codeAt(appSecret, bank.clock.now()))
  expect(late.status).not.toBe(201)
})

test('a restore ends links to choose a new password and requests for them', async () => {
  const chosen = 'tide and timber 42'
  const body = { token: resetToken, new_password: chosen, confirm_password: chosen }
  expect((await bank.call(newVisitor(), endpoints.resetPassword, { body })).status).toBe(422)
  expect(await queueResetLinks(bank.bank, bank.clock.now())).toEqual({ handled: 0, queued: [] })
})

test('a restore gives waiting mail up with the reason, and records itself in the audit log', async () => {
  expect(
    await query(
      'select count(*)::int as waiting from outgoing_mail where sent_at is null and given_up_at is null',
    ),
  ).toEqual([{ waiting: 0 }])
  expect(await query('select distinct last_fault from outgoing_mail')).toEqual([
    { last_fault: 'The bank was restored from a backup: this email may have been sent before.' },
  ])
  expect(await query(`select actor_id, details from audit_events where action = 'restored'`)).toEqual([
    { actor_id: null, details: { moment: '2026-11-21T12:00:00.000Z', mailsGivenUp: 2, approvalsEnded: 1 } },
  ])
})

test('a restore ends what waits for a second person', async () => {
  expect(await query('select decision, decided_by from approvals')).toEqual([
    { decision: 'ended', decided_by: null },
  ])
})

test('a restored bank accepts no code that was valid before the restore, and the first one after it', async () => {
  const valid = [-0.5, 0, 0.5].map((minutes) => new Date(bank.clock.now().getTime() + minutes * 60_000))
  for (const time of valid) {
    const again = await beginSignIn(bank, dora)
    expect((await withCode(codeAt(appSecret, time), again)).status).not.toBe(201)
  }
  bank.clock.pass(1)
  const again = await beginSignIn(bank, dora)
  expect((await withCode(codeAt(appSecret, bank.clock.now()), again)).status).toBe(201)
})

test('the jobs of a restored bank send no mail until an operator resumes them', async () => {
  const log = { warn: () => {}, info: () => {} }
  const jobs = startJobs(bank.bank, { address: 'https://bank.example', log, print: () => {} })
  await inTransaction(bank.bank.db, (connection) =>
    queueMail(
      connection,
      { recipient: 'x@example.com', subject: 'Later', letter: { sentences: [] } },
      bank.clock.now(),
    ),
  )
  expect(await areJobsPaused(bank.bank.db)).toBe(true)
  // A wrong password is written by a job that goes on.
  const body = { email: dora.email, password: `${password}?` }
  await bank.call(newVisitor(), endpoints.signIn, { body })
  await expect.poll(() => query('select from security_events')).not.toEqual([])
  expect(await query('select from outgoing_mail where attempts > 0')).toEqual([])

  await letJobsRun(bank.bank.db, bank.clock.now())
  const sent = () => smtp.mails.filter(({ subject }) => subject === 'Later').length
  await expect.poll(sent).toBe(1)
  await jobs.close()
  expect(
    await query(`select count(*)::int as count from audit_events where action = 'jobs_resumed'`),
  ).toEqual([{ count: 1 }])
})

test('a bank for forensics is read and signed in to, and refuses every other change with one sentence', async () => {
  const { db, config } = bank.bank
  expect(await isForForensics(db)).toBe(false)
  await markRestored(db, { moment: null, forForensics: true, now: bank.clock.now() })
  expect(await isForForensics(db)).toBe(true)
  const clock = () => bank.clock.now().getTime()
  const copy = await openBank({ config: { ...config, rateLimits: false }, db, clock, isReadOnly: true })
  const app = await openHttp(copy)
  const [clara, alice] = [newVisitor(), newVisitor()]
  try {
    const signIn = (who: typeof clara, { email }: Person) =>
      ask(app, who, endpoints.signIn, { body: { email, password } })
    await signIn(clara, bank.clara)
    await ask(app, clara, endpoints.enterPasscode, { body: { passcode } })
    expect((await signIn(alice, bank.alice)).status).toBe(201)
    bank.clock.pass(1)
    const { answer } = await signIn(newVisitor(), dora)
    const code = codeAt(appSecret, bank.clock.now())
    const { status } = await ask(app, newVisitor(), endpoints.signInWithCode, {
      body: { challenge: 'secondStep' in answer ? answer.secondStep.challenge : '', code },
    })
    expect(status).toBe(201)

    const overview = await ask(app, clara, endpoints.readOverview)
    expect(overview.answer).toMatchObject({ areJobsPaused: false, jobs: [] })
    const before = await query('select count(*), max(id::text) from transactions')
    const sent = await ask(app, alice, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
    expect(sent.problem).toMatchObject({ status: 403, detail: messageOf('bank_read_only') })
    const refused: string[] = []
    for (const { endpoint } of routes) {
      const file = endpoint.file && {
        body: new Uint8Array(8),
        headers: { 'content-type': endpoint.file.types[0]! },
      }
      const params = { id: dora.userId, isoCode: 'DE', notice: 'none' }
      const { problem } = await ask(app, clara, endpoint, {
        params,
        ...(endpoint.body && { body: {} }),
        ...file,
      })
      if (problem?.code === 'bank_read_only') refused.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect(await query('select count(*), max(id::text) from transactions')).toEqual(before)
    const changes = routes.filter(({ endpoint }) => endpoint.method !== 'GET')
    const accepted = changes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(accepted.filter((name) => !refused.includes(name)).toSorted()).toEqual([
      'DELETE /api/sessions/current',
      'POST /api/admin/passcode-entries',
      'POST /api/sessions',
      'POST /api/sessions/recovery',
      'POST /api/sessions/second-step',
      'PUT /api/sessions/current',
    ])
    expect(refused.filter((name) => name.startsWith('GET'))).toEqual([])
  } finally {
    await app.close()
    await copy.close()
  }
})
