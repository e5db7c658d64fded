import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@bank/contract/audit/actions'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { recordAudit } from './audit-chain.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`, { isActive: false })
})

async function signIn({ email }: Person): Promise<Visitor> {
  const visitor = newVisitor()
  await bank.call(visitor, endpoints.signIn, { body: { email, password } })
  return visitor
}

async function eventsOf(customer: Visitor) {
  return (await bank.call(customer, endpoints.listOwnEvents)).answer.events
}

async function sentencesOf(customer: Visitor) {
  return (await eventsOf(customer)).map(({ sentence }) => sentence)
}

async function record(action: string, event: { actorId: string | null; target: string }) {
  const now = bank.clock.now()
  await inTransaction(bank.bank.db, (connection) =>
    recordAudit(connection, { ...event, action: action as ActionName, details: {}, now }),
  )
}

test('customers read what they did and what the bank did to their account, newest first', async () => {
  await signIn(dora)
  bank.clock.pass(1)
  const params = { id: dora.userId }
  await bank.call(bank.clara, endpoints.activateAccount, { params, body: { changeId: randomUUID() } })
  expect(await eventsOf(dora)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      happenedAt: bank.clock.now().toISOString(),
      action: 'account_activated',
      sentence: 'The bank activated the account',
      isByBank: true,
    },
    expect.objectContaining({ action: 'signed_in', sentence: 'Logged in', isByBank: false }),
  ])
})

test('an ended session is an event about its user', async () => {
  const phone = await signIn(dora)
  await bank.call(dora, endpoints.checkSession)
  const { sessions } = (await bank.call(phone, endpoints.listSessions)).answer
  const other = sessions.find(({ isCurrent }) => !isCurrent)!
  await bank.call(phone, endpoints.endOwnSession, { params: { id: other.id } })
  expect(await sentencesOf(phone)).toEqual(['Logged out a device', 'Logged in'])
})

test('customers do not read events about others, nor what staff read and did elsewhere', async () => {
  await record('pin_changed', { actorId: dora.userId, target: dora.userId })
  await record('pin_changed', { actorId: bank.bruno.userId, target: bank.bruno.userId })
  await record('account_activated', { actorId: dora.userId, target: bank.bruno.userId })
  await bank.call(bank.clara, endpoints.readUser, { params: { id: dora.userId } })
  await bank.call(dora, endpoints.readOverview)
  expect(await sentencesOf(dora)).toEqual(['Changed the PIN'])
})

test('the answer contains neither administrators nor details nor networks', async () => {
  const params = { id: dora.userId }
  const body = { changeId: randomUUID(), reason: 'Suspected fraud' }
  await bank.call(bank.clara, endpoints.activateAccount, { params, body: { changeId: randomUUID() } })
  await bank.call(bank.clara, endpoints.deactivateAccount, { params, body })
  await signIn(dora)
  const { answer } = await bank.call(dora, endpoints.listOwnEvents)
  const actionsRead = ['signed_in', 'account_deactivated', 'account_activated']
  expect(answer.events.map(({ action }) => action)).toEqual(actionsRead)
  const text = JSON.stringify(answer)
  for (const hidden of [bank.clara.userId, 'Clara', bank.clara.email, 'Suspected', '127.0.0']) {
    expect(text).not.toContain(hidden)
  }
})

test('customers read exactly the actions of the catalogue that are for them', async () => {
  const names = Object.keys(actions) as ActionName[]
  // The list is the newest 50 of them.
  for (const [at, some] of [names.slice(0, 45), names.slice(45)].entries()) {
    const reader = await bank.openAccount(`Reader${at}`)
    for (const name of [...some, 'an_old_action']) {
      await record(name, { actorId: bank.clara.userId, target: reader.userId })
    }
    const seen = (await eventsOf(reader)).map(({ action }) => action)
    expect(seen.toReversed()).toEqual(some.filter((name) => actions[name].customerMayRead))
  }
})

test('an event without an actor is the bank’s, except for a reset link that a visitor has asked for', async () => {
  await record('two_factor_reset', { actorId: null, target: dora.userId })
  await record('password_reset_asked', { actorId: null, target: dora.userId })
  await record('password_reset_asked', { actorId: bank.clara.userId, target: dora.userId })
  expect(await sentencesOf(dora)).toEqual([
    'The bank asked for a password reset',
    'Asked for a password reset',
    'The bank reset two-factor authentication',
  ])
})

test('customers read the last 50 events', async () => {
  await record('pin_set', { actorId: dora.userId, target: dora.userId })
  for (let times = 0; times < 50; times++) {
    await record('pin_changed', { actorId: dora.userId, target: dora.userId })
  }
  expect(await sentencesOf(dora)).toEqual(Array(50).fill('Changed the PIN'))
})
