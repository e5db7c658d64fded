import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, password, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { opening } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { clearOldSecurityEvents, insertSecurityEvents } from './security-event.ts'
import { writeSecurityEvents } from './write-security-events.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  // Starts another minute without waiting events.
  bank.clock.pass(1)
  await written()
})

const lines: Record<string, unknown>[] = []

/** Writes the collected events and returns the rows of the table, oldest first. */
async function written() {
  const { db, securityWatch } = bank.bank
  const from = await lastId()
  await writeSecurityEvents(
    { db, securityWatch },
    { info: (facts) => lines.push({ ...facts }) },
    bank.clock.now(),
  )
  const { rows } = await db.query(
    `select kind, user_id as "userId", network, route, left_out as "leftOut" from security_events where id > $1 order by id`,
    [from],
  )
  return rows
}

async function lastId(): Promise<bigint> {
  const { rows } = await bank.bank.db.query('select coalesce(max(id), 0) as id from security_events')
  return rows[0].id
}

async function auditHead(): Promise<bigint> {
  return (await bank.bank.db.query('select seq from audit_head')).rows[0].seq
}

function signIn(body: { email: string; password: string }, remoteAddress = '203.0.113.7') {
  return bank.app.inject({ method: 'POST', url: '/api/sessions', payload: body, remoteAddress })
}

describe('security events', () => {
  test('a failed sign-in is a security event with the user and the network, without e-mail and password', async () => {
    const head = await auditHead()
    await signIn({ email: bank.alice.email, password: 'a wrong password' })
    await signIn({ email: 'nobody@example.com', password: 'a wrong password' })
    const network = '203.0.113.0/24'
    const event = { kind: 'credentials_invalid', network, route: '/api/sessions', leftOut: 0 }
    expect(await written()).toEqual([
      { ...event, userId: bank.alice.userId },
      { ...event, userId: null },
    ])
    expect(await auditHead()).toBe(head)
    const logged = JSON.stringify(lines)
    expect(logged).toContain('credentials_invalid')
    for (const secret of ['a wrong password', bank.alice.email, 'nobody@example.com', '203.0.113.7'])
      expect(logged).not.toContain(secret)
  })

  test('a wrong PIN and a wrong passcode are security events with the user', async () => {
    const body = transfer({ transaction_pin: '0000' })
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body })).status).toBe(422)
    await bank.call(bank.clara, endpoints.enterPasscode, { body: { passcode: 'wrong' } })
    await bank.call(bank.clara, endpoints.listUsers)
    expect((await written()).map(({ kind, userId }) => [kind, userId])).toEqual([
      ['pin_incorrect', bank.alice.userId],
      ['passcode_incorrect', bank.clara.userId],
      ['passcode_required', bank.clara.userId],
    ])
  })

  test('an elevated administrator lists the security events by kind and user, newest first, with the caller’s sentence', async () => {
    for (const wrong of ['wrong', 'wrong again'])
      await bank.call(bank.clara, endpoints.enterPasscode, { body: { passcode: wrong } })
    await written()
    await bank.elevate(bank.clara)
    const list = async (query: Record<string, string>) =>
      (await bank.call(bank.clara, endpoints.listSecurityEvents, { query })).answer
    const first = await list({ kind: 'passcode_incorrect', user: bank.clara.email, limit: '1' })
    expect(first.events).toMatchObject([
      { text: 'Invalid passcode', user: { name: 'Clara' }, network: '127.0.0.0/24', leftOut: 0 },
    ])
    const second = await list({ kind: 'passcode_incorrect', limit: '1', cursor: first.nextCursor! })
    expect(BigInt(second.events[0]!.id)).toBeLessThan(BigInt(first.events[0]!.id))
    expect(first.kinds).toContainEqual({ kind: 'passcode_incorrect', text: 'Invalid passcode' })
    expect((await list({ user: 'unknown@example.com' })).events).toEqual([])
    expect((await bank.call(bank.alice, endpoints.listSecurityEvents)).problem.code).toBe('forbidden')
  })

  test('a customer’s request to an administrator’s route or for another customer’s transaction is a security event', async () => {
    await bank.call(bank.alice, endpoints.listUsers)
    const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    expect((await bank.call(bank.alice, endpoints.readTransaction, { params: { id } })).status).toBe(404)
    expect((await written()).map(({ kind, route }) => [kind, route])).toEqual([
      ['forbidden', endpoints.listUsers.path],
      ['transaction_not_found', endpoints.readTransaction.path],
    ])
  })

  test('each request with the number or id of what belongs to another customer is a security event', async () => {
    const { alice, bruno, clara } = bank
    const foreign = bruno.account.number
    const params = { id: randomUUID() }
    const used = transfer()
    await bank.call(alice, endpoints.sendTransfer, { body: used })
    const opened = opening()
    expect((await bank.call(alice, endpoints.openAccount, { body: opened })).status).toBe(201)
    const dora = await bank.openAccount('Dora', { amountMinor: 100_00n })
    await confirmIdentity(bank, alice)
    await bank.elevate(clara)
    await written()
    const reply = { entryId: randomUUID(), text: 'Is it yours?' }
    const end = { version: 1, state: 'ended' } as const
    const own = { to: foreign, amount: '1.00', transactionId: randomUUID() }
    const refused = [
      [alice, endpoints.listTransactions, { query: { account: foreign } }, 'account_not_found'],
      [alice, endpoints.sendOwnTransfer, { body: own }, 'own_transfer_account_unknown'],
      [alice, endpoints.closePot, { params }, 'pot_not_found'],
      [alice, endpoints.removeBeneficiary, { params }, 'beneficiary_not_found'],
      [alice, endpoints.endOwnSession, { params }, 'session_not_found'],
      [alice, endpoints.replyToSupport, { params, body: reply }, 'support_message_not_found'],
      [alice, endpoints.readCaseFile, { params }, 'file_not_found'],
      [alice, endpoints.setScheduleState, { params, body: end }, 'schedule_not_found'],
      [dora, endpoints.sendTransfer, { body: used }, 'id_reused'],
      [dora, endpoints.openAccount, { body: opened }, 'opening_id_reused'],
      [clara, endpoints.signOutUser, { params: { id: clara.userId } }, 'own_account_edited'],
    ] as const
    for (const [person, endpoint, sent, code] of refused) {
      expect((await bank.call(person, endpoint as Endpoint, sent)).problem.code).toBe(code)
    }
    expect((await written()).map(({ kind, userId }) => [kind, userId])).toEqual(
      refused.map(([{ userId }, , , code]) => [code, userId]),
    )
  })

  test('an invalid confirmation link, and a reset link requested beside a new e-mail, are security events', async () => {
    await bank.elevate(bank.clara)
    await bank.call(newVisitor(), endpoints.confirmCorrectedEmail, { body: { token: 'made up' } })
    await correctionOf(bank, bank.bruno, { email: 'bruno@new.example' })
    await bank.call(bank.clara, endpoints.sendResetLink, { params: { id: bank.bruno.userId } })
    expect((await written()).map(({ kind, userId }) => [kind, userId])).toEqual([
      ['email_link_invalid', null],
      ['email_change_pending', bank.clara.userId],
    ])
  })

  test('a request from another site, and one with unknown fields, are security events', async () => {
    await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: bank.alice.email, password },
      headers: { origin: 'https://evil.example' },
    })
    await bank.call(null, endpoints.register, { body: { isAdmin: true } })
    expect((await written()).map(({ kind }) => kind)).toEqual(['csrf', 'validation'])
  })

  test('a flood is recorded as ten events and the count of the others in that minute', async () => {
    for (let at = 0; at < 170; at++)
      await bank.app.inject({ url: '/api/docs', remoteAddress: '198.51.100.4' })
    expect((await written()).map(({ kind, leftOut }) => [kind, leftOut])).toEqual(
      Array(10).fill(['too_many_attempts', 0]),
    )
    bank.clock.pass(1)
    expect(await written()).toMatchObject([
      { kind: 'too_many_attempts', network: '198.51.100.0/24', leftOut: 40 },
    ])
  })
})

test('an ordinary refusal, such as an insufficient balance, is not a security event', async () => {
  const body = transfer({ amount: '9999.00' })
  expect((await bank.call(bank.alice, endpoints.sendTransfer, { body })).status).toBe(422)
  await bank.call(null, endpoints.readMe)
  expect(await written()).toEqual([])
})

test('security events that cannot be written are written later', async () => {
  await signIn({ email: 'nobody@example.com', password: 'a wrong password' })
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as TestBank['bank']['db']
  const { securityWatch } = bank.bank
  const log = { info: () => {} }
  await expect(writeSecurityEvents({ db: away, securityWatch }, log, bank.clock.now())).rejects.toThrow()
  expect(await written()).toMatchObject([{ kind: 'credentials_invalid' }])
})

describe('the rights of the program', () => {
  test('the program cannot change a security event, nor delete one younger than 90 days', async () => {
    await signIn({ email: 'nobody@example.com', password: 'a wrong password' })
    await written()
    const { db } = bank.bank
    for (const sql of [
      `update security_events set kind = 'nothing'`,
      'truncate security_events',
      "delete from security_events where happened_at > now() - interval '90 days'",
    ]) {
      await expect(db.query(sql)).rejects.toThrow()
    }
    const { rows } = await db.query('select count(*)::integer as count from security_events')
    expect(rows[0].count).toBeGreaterThan(0)
  })

  test('the program deletes security events older than 90 days', async () => {
    const { db } = bank.bank
    const old = { kind: 'csrf', userId: null, network: 'x', route: null, traceId: null, leftOut: 0 }
    await insertSecurityEvents(db, [{ ...old, at: new Date('2020-01-01') }])
    expect(await clearOldSecurityEvents(db, bank.clock.now())).toBe(1)
    expect(await clearOldSecurityEvents(db, bank.clock.now())).toBe(0)
  })
})
