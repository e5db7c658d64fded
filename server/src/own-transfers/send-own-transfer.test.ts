import { randomUUID } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
let savings: AccountView
beforeAll(async () => {
  bank = await openTestBank()
  savings = await openFurtherAccount(bank, bank.alice)
})
afterAll(() => bank.close())

type Move = { transactionId: string; to: string; amount: string }

function moveOf(wishes: Partial<Move> = {}): Move {
  return { transactionId: randomUUID(), to: savings.number, amount: '10.00', ...wishes }
}

function move(wishes: Partial<Move> = {}, account?: string, who: Person = bank.alice) {
  return bank.call(who, endpoints.sendOwnTransfer, {
    query: account ? { account } : {},
    body: moveOf(wishes),
  })
}

async function balances(): Promise<string[]> {
  const { answer } = await bank.call(bank.alice, endpoints.listAccounts)
  return answer.accounts.map(({ balance }) => balance)
}

describe('money between own accounts', () => {
  test('an own transfer is booked at once without a PIN, with a row in each account’s history', async () => {
    const transactionId = randomUUID()
    const { status, answer } = await move({ transactionId, amount: '40.00' })
    expect([status, answer]).toEqual([
      201,
      {
        id: transactionId,
        from: bank.alice.account.number,
        to: savings.number,
        amount: '40.00',
        currency: 'USD',
        createdAt: bank.clock.now().toISOString(),
      },
    ])
    expect(await balances()).toEqual(['60.00', '40.00'])
    const sides = []
    for (const account of [bank.alice.account.number, savings.number]) {
      const { answer } = await bank.call(bank.alice, endpoints.readTransaction, {
        params: { id: transactionId },
        query: { account },
      })
      sides.push([answer.type, answer.status, answer.description, answer.counterparty])
    }
    expect(sides).toEqual([
      ['debit', 'success', `Moved to your account ${savings.number}`, null],
      ['credit', 'success', `Moved from your account ${bank.alice.account.number}`, null],
    ])
    expect((await move({ to: bank.alice.account.number, amount: '40.00' }, savings.number)).status).toBe(201)
    expect(await balances()).toEqual(['100.00', '0.00'])
  })

  test('an own transfer sent again moves the money once, and its id with other contents is refused', async () => {
    const body = moveOf()
    const send = (changed: Partial<Move> = {}) => move({ ...body, ...changed })
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(2)
    const others = [
      await send({ amount: '11.00' }),
      await move({ ...body, to: bank.alice.account.number }, savings.number),
    ]
    expect(others.map(({ problem }) => problem.code)).toEqual(['id_reused', 'id_reused'])
    expect(await balances()).toEqual(['90.00', '10.00'])
    await move({ to: bank.alice.account.number }, savings.number)
  })

  test('money between own accounts is neither income nor spending, also when it is sent with the transfer form', async () => {
    const flows = async (account: string) => {
      const query = { account, months: '1' as never }
      const { answer } = await bank.call(bank.alice, endpoints.listMonthlyFlows, { query })
      const [{ moneyIn, moneyOut } = { moneyIn: '', moneyOut: '' }] = answer.flows
      return [moneyIn, moneyOut]
    }
    const before = await flows(bank.alice.account.number)
    await move({ amount: '5.00' })
    const typed = transfer({
      account_number: savings.number,
      bank_name: bank.bank.config.bankName,
      amount: '5.00',
    })
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body: typed })).status).toBe(201)
    expect(await flows(bank.alice.account.number)).toEqual(before)
    expect(await flows(savings.number)).toEqual(['0.00', '0.00'])
    await move({ to: bank.alice.account.number, amount: '10.00' }, savings.number)
  })

  test('the transfer form has its limit to an own account, too', async () => {
    const typed = { account_number: savings.number, bank_name: bank.bank.config.bankName }
    const body = transfer({ ...typed, amount: '250000.01' })
    const { problem } = await bank.call(bank.alice, endpoints.sendTransfer, { body })
    expect(problem.code).toBe('limit_exceeded')
  })

  test('an administrator changes the status of no transaction of their own further accounts', async () => {
    const { clara } = bank
    const own = await openFurtherAccount(bank, clara)
    const claraMain = clara.account.number
    const funded = transfer({
      account_number: own.number,
      bank_name: bank.bank.config.bankName,
      amount: '3.00',
    })
    await bank.call(bank.alice, endpoints.sendTransfer, { body: funded })
    const { transactionId } = moveOf()
    await move({ transactionId, to: claraMain, amount: '3.00' }, own.number, clara)
    await bank.elevate(clara)
    for (const id of [funded.transactionId, transactionId]) {
      const body = { changeId: randomUUID(), status: 'failed', reason: 'Returned' } as const
      const { problem } = await bank.call(clara, endpoints.setTransactionStatus, { params: { id }, body })
      expect(problem.code).toBe('own_account_edited')
    }
  })
})

describe('an own transfer is refused', () => {
  test.each([
    [
      'to another customer’s account',
      () => ({ to: bank.bruno.account.number }),
      'own_transfer_account_unknown',
    ],
    ['to a number that does not exist', () => ({ to: '1000000000' }), 'own_transfer_account_unknown'],
    ['to the account it comes from', () => ({ to: bank.alice.account.number }), 'own_transfer_same_account'],
    ['of more than the balance', () => ({ amount: '1000000.00' }), 'balance_insufficient'],
  ])('%s', async (_, wishes, code) => {
    const before = await balances()
    const { status, problem } = await move(wishes())
    expect([status, problem.code]).toEqual([422, code])
    expect(await balances()).toEqual(before)
  })

  test('into another currency', async () => {
    const { number: to } = await openFurtherAccount(bank, bank.alice, { currency: '€' })
    const { status, problem } = await move({ to })
    expect([status, problem.errors]).toEqual([
      422,
      [{ pointer: '/to', detail: 'These accounts hold different currencies' }],
    ])
  })

  test.each([['0'], ['-1.00'], ['0.001'], ['abc']])('of the amount %s', async (amount) => {
    const { status, problem } = await move({ amount })
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, '/amount'])
  })
})

test('of 25 own transfers at once with money for one, exactly one is booked', async () => {
  const mia = await bank.openAccount('Mia', { amountMinor: 10_00n })
  const { number: to } = await openFurtherAccount(bank, mia)
  await bank.call(mia, endpoints.readMe)
  const replies = await Promise.all(
    Array.from({ length: 25 }, () => move({ to, amount: '10.00' }, undefined, mia)),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, problem } of replies.filter(({ status }) => status !== 201)) {
    expect([status, problem.code]).toEqual([422, 'balance_insufficient'])
  }
})
