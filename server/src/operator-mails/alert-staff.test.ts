import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { insertSecurityEvents } from '../audit/security-event.ts'
import { onOneConnection } from '../postgres/connect-once.ts'
import { alertStaff, alertStaffJob } from './alert-staff.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await onOneConnection(bank.ownerAddress, (owner) =>
    owner.query('update migrations set applied_at = $1', [bank.clock.now()]),
  )
  await bank.bank.db.query('update accounts set activated_at = opened_at where not is_active')
})
beforeEach(async () => {
  await bank.bank.db.query('delete from outgoing_mail')
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const hours = (count: number) => count * 60

/** A round at the present moment, and one six minutes later: what begins is told after five. */
async function rounds(of: TestBank['bank'] = bank.bank) {
  await alertStaff(of, bank.clock.now())
  bank.clock.pass(6)
  await alertStaff(of, bank.clock.now())
  const { rows } = await of.db.query<{ recipient: string; subject: string; text: string }>(
    `select recipient, subject, letter ->> 'sentences' as text from outgoing_mail order by subject, recipient`,
  )
  return rows
}

async function alerts(reader = bank.clara) {
  await bank.elevate(reader)
  return (await bank.call(reader, endpoints.readOverview)).answer.alerts
}

test('no alert is mailed or shown while all is well, in a bank whose accounts are older than its database', async () => {
  await bank.bank.db.query(`update accounts set opened_at = opened_at - interval '90 days'`)
  expect(await rounds()).toEqual([])
  expect(await alerts()).toEqual([])
})

test('each funding above the limit is mailed once to the staff who may read the books, and shown to them for a day', async () => {
  const ada = await bank.openAccount('Ada', { role: 'auditor' })
  const sam = await bank.openAccount('Sam', { role: 'support' })
  const past = await bank.openAccount('Past', { role: 'auditor' })
  await bank.bank.db.query('update users set role_until = $2 where id = $1', [past.userId, bank.clock.now()])
  const fund = async (amount: string) => {
    const body = { transactionId: randomUUID(), amount, reason: 'Deposit' }
    const params = { id: bank.alice.userId }
    expect((await bank.call(bank.clara, endpoints.fundAccount, { params, body })).status).toBe(201)
  }
  await fund('100000.00')
  await fund('100000.01')
  const mails = await rounds()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [ada.email, 'Truepenny: a large funding'],
    [bank.clara.email, 'Truepenny: a large funding'],
  ])
  expect(mails[0]!.text).toContain('Clara funded an account with $100,000.01 on November 21, 2026')
  expect((await alerts()).map(({ name, sentences }) => [name, sentences.length])).toEqual([['fundings', 1]])
  expect((await alerts(ada)).map(({ name }) => name)).toEqual(['fundings'])
  expect(await alerts(sam)).toEqual([])
  bank.clock.pass(hours(25))
  expect(await alerts()).toEqual([])
})

test('an act that had no second person is mailed once, to OPERATOR_EMAIL', async () => {
  const body = { transactionId: randomUUID(), amount: '10000.01', reason: 'Deposit' }
  await bank.call(bank.clara, endpoints.fundAccount, { params: { id: bank.bruno.userId }, body })
  expect(await rounds()).toEqual([])
  const mails = await rounds({
    ...bank.bank,
    config: { ...bank.bank.config, operatorEmail: 'op@bank.example' },
  })
  expect(mails).toEqual([
    {
      recipient: 'op@bank.example',
      subject: 'Truepenny: an act without a second person',
      text: expect.stringMatching(/Clara did this without a second person on .*: Funded the account\./),
    },
  ])
})

test('a backlog, unchecked books and many wrong secrets are mailed to OPERATOR_EMAIL when they begin and when they end', async () => {
  const operatorEmail = 'operator@bank.example'
  const config = {
    ...bank.bank.config,
    operatorEmail,
    alerts: { ...bank.bank.config.alerts, wrongSecrets: 3 },
  }
  const wanda = await bank.openAccount('Wanda', { isActive: false })
  const message = {
    messageId: randomUUID(),
    email: 'wanda@example.com',
    subject: 'My card',
    message: 'It is lost.',
  }
  const { answer } = await bank.call(null, endpoints.writeToSupport, { body: message })
  // The end of the bank’s second day is over.
  bank.clock.pass(hours(73))
  const event = { userId: null, network: '192.0.2.0/24', route: null, traceId: null }
  const at = bank.clock.now()
  await insertSecurityEvents(bank.bank.db, [
    { ...event, kind: 'pin_incorrect', leftOut: 0, at },
    { ...event, kind: 'pin_incorrect', leftOut: 2, at },
    { ...event, kind: 'credentials_invalid', leftOut: 9, at },
  ])
  const mails = await rounds({ ...bank.bank, config })
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [operatorEmail, 'Truepenny: a message has not been answered in time'],
    [operatorEmail, 'Truepenny: an account has waited for too long'],
    [operatorEmail, 'Truepenny: many wrong PINs or passcodes'],
    [operatorEmail, 'Truepenny: the books have not been checked'],
  ])
  expect(mails[0]!.text).toContain('A message was to be answered by November')
  expect(mails[1]!.text).toContain('An account has waited for its activation since November')
  expect(mails[2]!.text).toContain('3 wrong PINs and passcodes were entered in the last hour.')
  expect((await alerts()).map(({ name }) => name)).toEqual(['activations', 'messages', 'books'])

  await bank.bank.db.query('delete from outgoing_mail')
  await bank.call(bank.clara, endpoints.closeCase, { params: { id: answer.id } })
  const body = { changeId: randomUUID() }
  await bank.call(bank.clara, endpoints.activateAccount, { params: { id: wanda.userId }, body })
  bank.clock.pass(hours(2))
  const subjects = (await rounds({ ...bank.bank, config })).map(({ subject }) => subject)
  expect(subjects).toContain('Truepenny, over: an account has waited for too long')
  expect(subjects).toContain('Truepenny, over: many wrong PINs or passcodes')
})

test('each alert is mailed to the roles that work on it', async () => {
  const olga = await bank.openAccount('Olga', { role: 'operations' })
  const sven = await bank.openAccount('Sven', { role: 'support' })
  await bank.openAccount('Wim', { isActive: false })
  const message = {
    messageId: randomUUID(),
    email: 'dora@example.com',
    subject: 'My card',
    message: 'Please help.',
  }
  await bank.call(null, endpoints.writeToSupport, { body: message })
  // The end of the bank’s second day is over.
  bank.clock.pass(hours(73))
  const mails = await rounds()
  const subjectsOf = ({ email }: { email: string }) =>
    mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
  const [waits, isLate] = ['an account has waited for too long', 'a message has not been answered in time']
  expect(subjectsOf(olga)).toEqual([`Truepenny: ${waits}`])
  expect(subjectsOf(sven)).toEqual([`Truepenny: ${isLate}`])
  expect(subjectsOf(bank.clara)).toEqual(
    expect.arrayContaining([`Truepenny: ${isLate}`, `Truepenny: ${waits}`]),
  )
  expect((await alerts(olga)).map(({ name }) => name)).toEqual(['activations', 'messages'])
})

test('while mail is off no process mails alerts', () => {
  const closing = new AbortController().signal
  const log = { warn: () => {}, info: () => {} }
  const context = { bank: bank.bank, address: '', log, print: () => {}, closing, reports: new Map() }
  expect(alertStaffJob.open(context)).toBeUndefined()
})
