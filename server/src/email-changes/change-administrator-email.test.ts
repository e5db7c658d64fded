import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'
import { changeAdministratorEmail } from './change-administrator-email.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const change = (email: string, newEmail: string) =>
  changeAdministratorEmail(bank.bank, { email, newEmail }, bank.clock.now())

const signIn = async (email: string) =>
  (await bank.call(newVisitor(), endpoints.signIn, { body: { email, password } })).status

async function events() {
  const { rows } = await bank.bank.db.query(
    `select actor_id, target, details from audit_events where action = 'email_changed'`,
  )
  return rows
}

test('an e-mail is not changed for a customer, an unknown user, to the same one, or to another user’s', async () => {
  expect(await change(bank.alice.email, 'alice@new.example')).toBe('not_administrator')
  expect(await change('nobody@example.com', 'erik@new.example')).toBe('user_unknown')
  expect(await change(bank.clara.email, bank.clara.email)).toBe('email_unchanged')
  await expect(change(bank.clara.email, bank.alice.email)).rejects.toThrow(
    'An account with this email already exists',
  )
  expect([await events(), await signIn(bank.clara.email)]).toEqual([[], 201])
})

test('a change of an administrator’s e-mail ends the sessions, writes an audit event and mails both addresses', async () => {
  const dean = await bank.openAccount('Dean', { role: 'administrator' })
  await bank.call(dean, endpoints.readMe)
  expect(await change(dean.email, 'dean@new.example')).toBe('changed')
  expect((await bank.call(dean, endpoints.checkSession)).answer.session).toBeNull()
  expect([await signIn(dean.email), await signIn('dean@new.example')]).toEqual([401, 201])
  expect(await events()).toEqual([
    {
      actor_id: null,
      target: dean.userId,
      details: { before: dean.email, after: 'dean@new.example', sessionsEnded: 1 },
    },
  ])
  const { rows } = await bank.bank.db.query(
    `select recipient from outgoing_mail where subject = 'Your Truepenny email was changed' order by recipient`,
  )
  expect(rows).toEqual([{ recipient: dean.email }, { recipient: 'dean@new.example' }])

  await bank.elevate(bank.clara)
  const sent = await bank.call(bank.clara, endpoints.sendResetLink, { params: { id: dean.userId } })
  expect(sent.problem.code).toBe('email_changed_recently')
})

test('of two concurrent changes of an administrator’s e-mail, one is made', async () => {
  const erin = await bank.openAccount('Erin', { role: 'administrator' })
  const outcomes = await Promise.all([
    change(erin.email, 'erin@one.example'),
    change(erin.email, 'erin@two.example'),
  ])
  expect(outcomes.toSorted()).toEqual(['changed', 'user_unknown'])
})
