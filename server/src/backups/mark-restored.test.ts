import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { beginSignIn, enrol } from '../../test/two-factor.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { markRestored } from './mark-restored.ts'
import { areJobsPaused, letJobsRun } from './paused-jobs.ts'

vi.setConfig({ testTimeout: 30_000 })

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
  bank = await openTestBank({ mail: { by: 'smtp', from: 'bank@bank.example', url: smtp.url } })
  dora = await bank.openAccount('Dora')
  appSecret = (await enrol(bank, dora)).secret
  challenge = await beginSignIn(bank, dora)
  await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.alice.email } })
  await queueResetLinks(bank.bank, bank.clock.now())
  const [{ id }] = await query('select id from password_resets')
  resetToken = linkToken(bank.bank.keys.passwordResetKey.current, id)
  await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.bruno.email } })
  await markRestored(bank.bank.db, { moment: '2026-11-21T12:00:00.000Z', now: bank.clock.now() })
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
    { actor_id: null, details: { moment: '2026-11-21T12:00:00.000Z', mailsGivenUp: 2 } },
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
