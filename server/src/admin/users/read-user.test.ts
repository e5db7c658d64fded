import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, passcode, password, pin, type TestBank } from '../../../test/bank.ts'
import { transfer } from '../../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const ofAlice = () => ({ params: { id: bank.alice.userId } })

describe('what an administrator sees of a user', () => {
  test('is their profile, their account with its number whole, and when the password was set', async () => {
    await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '40.00' }) })
    const { answer } = await bank.call(bank.clara, endpoints.readUser, ofAlice())
    const { transferLimit: _, ...me } = (await bank.call(bank.alice, endpoints.readMe)).answer
    expect(answer).toEqual({
      ...me,
      createdAt: me.account.openedAt,
      passwordSetAt: me.account.openedAt,
      temporarySecretsUntil: null,
      profileVersion: 1,
      pendingEmail: null,
      fundingLimit: '1000000.00',
    })
    expect(answer.account).toMatchObject({
      number: bank.alice.account.number,
      balance: '60.00',
      inTransit: '40.00',
    })
  })

  test('has no password, PIN or passcode in it, in any form', async () => {
    const { rows } = await bank.bank.db.query(
      `select u.password_hash, encode(p.hash, 'hex') as pin, encode(p.salt, 'hex') as salt, s.value
         from users u join pins p on p.user_id = u.id cross join settings s
        where u.id = $1 and s.key = 'passcode'`,
      [bank.alice.userId],
    )
    const secrets = [...Object.values(rows[0] as Record<string, string>), password, passcode, 'argon2']
    const answers = [
      await bank.call(bank.clara, endpoints.readUser, ofAlice()),
      await bank.call(bank.clara, endpoints.listUserTransactions, ofAlice()),
      await bank.call(bank.clara, endpoints.listUsers),
      await bank.call(bank.clara, endpoints.readPasscodeChange),
    ]
    for (const { status, answer } of answers) {
      expect(status).toBe(200)
      const told = JSON.stringify(answer)
      for (const secret of secrets) expect(told).not.toContain(secret)
      expect(told).not.toContain(`"${pin}"`)
      expect(told).not.toMatch(/"(password|pin|passcode|hash|salt|secret)\w*":(?!"20)/i)
    }
  })

  test('is their history as they see it, with the same filters and pages', async () => {
    for (const amount of ['1.00', '2.00', '3.00']) {
      bank.clock.pass(1)
      await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount }) })
    }
    await bank.elevate(bank.clara)
    for (const query of [{}, { limit: '2' }, { type: 'credit' }, { minAmount: '2.00' }]) {
      const own = await bank.call(bank.alice, endpoints.listTransactions, { query })
      const seen = await bank.call(bank.clara, endpoints.listUserTransactions, { ...ofAlice(), query })
      expect(seen.answer).toEqual(own.answer)
      expect(seen.answer.transactions.length).toBeGreaterThan(0)
    }
  })

  test('is on record, once in a quarter of an hour however often an open page reads it again', async () => {
    const looks = async () => {
      const { rows } = await bank.bank.db.query(
        `select actor_id from audit_events where target = $1 and action = 'user_opened'`,
        [bank.bruno.userId],
      )
      return rows.map(({ actor_id }) => actor_id)
    }
    const open = () =>
      Promise.all(
        [endpoints.readUser, endpoints.listUserTransactions].map((endpoint) =>
          bank.call(bank.clara, endpoint, { params: { id: bank.bruno.userId } }),
        ),
      )
    await open()
    bank.clock.pass(9)
    await open()
    expect(await looks()).toEqual([bank.clara.userId])
    bank.clock.pass(9)
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.listUserTransactions, { params: { id: bank.bruno.userId } })
    expect(await looks()).toEqual([bank.clara.userId, bank.clara.userId])
  })

  test('is nothing where there is no such user', async () => {
    for (const endpoint of [endpoints.readUser, endpoints.listUserTransactions]) {
      const unknown = await bank.call(bank.clara, endpoint, { params: { id: randomUUID() } })
      expect([unknown.status, unknown.problem.detail]).toEqual([404, 'User not found'])
      const malformed = await bank.call(bank.clara, endpoint, { params: { id: 'x' } })
      expect([malformed.status, malformed.problem.detail]).toEqual([400, 'User ID is required'])
    }
  })
})
