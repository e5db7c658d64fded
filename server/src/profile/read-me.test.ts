import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity } from '../../test/two-factor.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

describe('the own profile', () => {
  test('the own profile has the account and its balance, and no secrets', async () => {
    const { answer } = await bank.call(bank.alice, endpoints.readMe)
    expect(answer).toMatchObject({
      id: bank.alice.userId,
      name: 'Alice',
      email: 'alice@example.com',
      role: 'customer',
      dob: '1990-02-28',
      avatar: null,
      transferLimit: '250000.00',
    })
    expect(answer.account).toEqual({
      number: bank.alice.account.number,
      iban: null,
      name: null,
      isMain: true,
      type: 'checking',
      currency: 'USD',
      isActive: true,
      balance: '100.00',
      inTransit: '0.00',
      booked: '100.00',
      expectedIn: '0.00',
      held: '0.00',
      available: '100.00',
      inPots: '0.00',
      roundUpPot: null,
      openedAt: bank.clock.now().toISOString(),
      activatedAt: bank.clock.now().toISOString(),
      declinedAt: null,
      declineReason: null,
      closedAt: null,
    })
    expect(JSON.stringify(answer)).not.toMatch(/password|pin|hash|salt/i)
  })

  test('balance and in transit are read together: their sum stays while statuses change', async () => {
    const { bank: opened, call } = bank
    const frida = await bank.openAccount('Frida', { amountMinor: 100_00n })
    await bank.elevate(bank.clara)
    const form = transfer({ amount: '40.00' })
    await call(frida, endpoints.sendTransfer, { body: form })
    const { settlement, inTransit } = opened.books.internalAccounts.USD
    const route = { source: frida.account.id, inTransit, destination: settlement }
    let isOver = false
    const changing = (async () => {
      for (let at = 0; !isOver; at++) {
        const status = at % 2 === 0 ? 'failed' : 'pending'
        const change = { changeId: randomUUID(), transactionId: form.transactionId, route, status } as const
        await opened.books.submit({ type: 'change_status', ...change, madeBy: bank.clara.userId })
      }
    })()
    const month = bank.clock.now().toISOString().slice(0, 7)
    const seen = new Set<string>()
    for (let round = 0; round < 40; round++) {
      const [me, user, statement] = await Promise.all([
        call(frida, endpoints.readMe),
        call(bank.clara, endpoints.readUser, { params: { id: frida.userId } }),
        call(frida, endpoints.readStatement, { query: { month } }),
      ])
      const { closing, inTransit: outstanding } = statement.answer
      const shown = [me.answer.account, user.answer.account, { balance: closing, inTransit: outstanding }]
      for (const { balance, inTransit: sum } of shown) seen.add(`${balance} ${sum}`)
    }
    isOver = true
    await changing
    expect([...seen].sort()).toEqual(['100.00 0.00', '60.00 40.00'])
  })

  test('the own profile needs a session', async () => {
    expect((await bank.call(newVisitor(), endpoints.readMe)).problem.detail).toBe('Log in to continue')
  })

  test('the own profile cannot be written where it is read', async () => {
    const { statusCode } = await bank.app.inject({
      method: 'PATCH',
      url: '/api/me',
      headers: { 'content-type': 'application/json' },
      payload: { balance: 1e9, isAdmin: true },
      cookies: Object.fromEntries(bank.alice.cookies),
    })
    expect(statusCode).toBe(405)
    expect((await bank.call(bank.alice, endpoints.readMe)).answer).toMatchObject({
      role: 'customer',
      account: { balance: '100.00' },
    })
  })

  test('unknown fields in a form do not reach the profile, and write an audit event', async () => {
    const { alice, call } = bank
    const more = { balance: 1e9, isAdmin: true }
    const forms = [
      [
        endpoints.changePassword,
        { new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' },
      ],
      [endpoints.changePin, { current_pin: '1234', new_pin: '98765' }],
      [endpoints.turnOnTwoFactor, { code: '123456' }],
    ] as const
    for (const [endpoint, form] of forms) {
      // Others use up what was confirmed.
      await confirmIdentity(bank, alice)
      const { status, problem } = await call(alice, endpoint, { body: { ...form, ...more } })
      expect([status, problem.errors]).toEqual([422, [{ pointer: '', detail: 'Unknown fields: 2' }]])
    }
    expect((await call(alice, endpoints.readMe)).answer).toMatchObject({
      role: 'customer',
      account: { balance: '100.00' },
    })
    const { rows } = await bank.bank.db.query(
      `select actor_id as who, details from audit_events where action = 'form_refused' order by seq`,
    )
    expect(rows).toEqual(
      forms.map(([{ path }]) => ({ who: alice.userId, details: { path, unknownFields: 2 } })),
    )
  })

  test('mistyped fields write no audit event', async () => {
    const { bruno, call } = bank
    await call(bruno, endpoints.changePin, { body: { current_pin: '1', new_pin: '2' } })
    const { rowCount } = await bank.bank.db.query('select from audit_events where actor_id = $1', [
      bruno.userId,
    ])
    expect(rowCount).toBe(0)
  })
})
