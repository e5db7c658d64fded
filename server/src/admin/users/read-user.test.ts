import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, passcode, password, pin, type TestBank } from '../../../test/bank.ts'
import { openFurtherAccount } from '../../../test/further-account.ts'
import { transfer } from '../../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.elevate(bank.clara)
})
afterAll(() => bank.close())

const ofAlice = () => ({ params: { id: bank.alice.userId } })

describe('the details of a user', () => {
  test('administrators see a user’s profile, the full account number and the date of the password', async () => {
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
      emailConfirmedAt: me.account.openedAt,
      accounts: [me.account],
      fundingLimit: '1000000.00',
    })
    expect(answer.account).toMatchObject({
      number: bank.alice.account.number,
      balance: '60.00',
      inTransit: '40.00',
    })
  })

  test('administrators see all accounts of a user as the user does, the main one first', async () => {
    const dora = await bank.openAccount('Dora', { amountMinor: 10_00n })
    await openFurtherAccount(bank, dora)
    await openFurtherAccount(bank, dora, { currency: '€', name: '' })
    const { answer } = await bank.call(bank.clara, endpoints.readUser, { params: { id: dora.userId } })
    expect(answer.accounts).toEqual((await bank.call(dora, endpoints.listAccounts)).answer.accounts)
    expect(answer.accounts.map(({ isMain, balance }) => `${isMain} ${balance}`)).toEqual([
      'true 10.00',
      'false 0.00',
      'false 0.00',
    ])
    expect(answer.account).toEqual(answer.accounts[0])
  })

  test('no answer to an administrator contains a password, PIN or passcode in any form', async () => {
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
      const text = JSON.stringify(answer)
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).not.toContain(`"${pin}"`)
      expect(text).not.toMatch(/"(password|pin|passcode|hash|salt|secret)\w*":(?!"20)/i)
    }
  })

  test('administrators see a user’s history as the user does, with the same filters and pages', async () => {
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

  test('opening a user writes one audit event in 15 minutes', async () => {
    const actors = async () => {
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
    expect(await actors()).toEqual([bank.clara.userId])
    bank.clock.pass(9)
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.listUserTransactions, { params: { id: bank.bruno.userId } })
    expect(await actors()).toEqual([bank.clara.userId, bank.clara.userId])
  })

  test('opening an unknown user is refused', async () => {
    for (const endpoint of [endpoints.readUser, endpoints.listUserTransactions]) {
      const unknown = await bank.call(bank.clara, endpoint, { params: { id: randomUUID() } })
      expect([unknown.status, unknown.problem.detail]).toEqual([404, 'User not found'])
      const malformed = await bank.call(bank.clara, endpoint, { params: { id: 'x' } })
      expect([malformed.status, malformed.problem.detail]).toEqual([400, 'User ID is required'])
    }
  })
})
