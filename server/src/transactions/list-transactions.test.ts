import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { bookMovement } from '../../test/book-movement.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const page = (who: Person, query: Record<string, string>) =>
  bank.call(who, endpoints.listTransactions, { query })

test('the pages of a history are newest first, without a gap or a repeat, and count their rows', async () => {
  const sent: string[] = []
  for (let times = 0; times < 7; times++) {
    const form = transfer({ amount: '1.00' })
    sent.unshift(form.transactionId)
    bank.clock.pass(0.5)
    await bank.call(bank.alice, endpoints.sendTransfer, { body: form })
  }
  const first = (await page(bank.alice, { limit: '3' })).answer
  const second = (await page(bank.alice, { limit: '3', cursor: first.nextCursor! })).answer
  const third = (await page(bank.alice, { limit: '3', cursor: second.nextCursor! })).answer
  const ids = [first, second, third].flatMap(({ transactions }) => transactions.map(({ id }) => id))
  expect(ids.slice(0, 7)).toEqual(sent)
  // The eighth and oldest is the first funding.
  expect(third.transactions.at(-1)).toMatchObject({
    type: 'credit',
    description: 'Account funded',
    status: 'success',
  })
  expect([first, second, third].map(({ firstRow, total }) => [firstRow, total])).toEqual([
    [1, 8],
    [4, 8],
    [7, 8],
  ])
  expect(third.nextCursor).toBeNull()
})

test('a new transaction does not move the rows of the next page', async () => {
  const first = (await page(bank.alice, { limit: '3' })).answer
  const before = (await page(bank.alice, { limit: '3', cursor: first.nextCursor! })).answer
  bank.clock.pass(0.5)
  await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
  const after = (await page(bank.alice, { limit: '3', cursor: first.nextCursor! })).answer
  expect(after.transactions).toEqual(before.transactions)
})

test('an account without transactions has an empty history', async () => {
  expect((await page(bank.bruno, {})).answer).toEqual({
    transactions: [],
    firstRow: 1,
    total: 0,
    nextCursor: null,
  })
})

test('each customer reads their own rows only, for any request', async () => {
  for (const query of [{ userId: bank.alice.userId }, { all: '1' }]) {
    expect((await page(bank.bruno, query)).status).toBe(422)
  }
  expect((await page(bank.bruno, {})).answer.transactions).toEqual([])
  const [row] = (await page(bank.alice, { limit: '1' })).answer.transactions
  const own = await bank.call(bank.alice, endpoints.readTransaction, { params: { id: row!.id } })
  const { transactionId, change, isReturn, account, ...facts } = row!
  expect([transactionId, change, isReturn, account]).toEqual([
    row!.id,
    null,
    false,
    bank.alice.account.number,
  ])
  expect(own.answer).toMatchObject(facts)
  const others = await bank.call(bank.bruno, endpoints.readTransaction, { params: { id: row!.id } })
  const none = await bank.call(bank.bruno, endpoints.readTransaction, {
    params: { id: '00000000-0000-4000-8000-000000000000' },
  })
  expect([others.status, others.problem.detail]).toEqual([404, 'Transaction not found'])
  expect([none.status, none.problem.detail]).toEqual([404, 'Transaction not found'])
})

test('a malformed id, cursor or page length is refused with a message', async () => {
  const read = await bank.call(bank.alice, endpoints.readTransaction, { params: { id: 'x' } })
  expect([read.status, read.problem.detail]).toEqual([400, 'Transaction ID is required'])
  expect((await page(bank.alice, { cursor: 'nonsense' })).status).toBe(400)
  const withoutId = Buffer.from(`1 0 ${'-'.repeat(36)}`).toString('base64url')
  expect((await page(bank.alice, { cursor: withoutId })).status).toBe(400)
  for (const limit of ['0', '101', '-1', '1.5', 'many']) {
    const { status, problem } = await page(bank.alice, { limit })
    expect([status, problem.errors.map(({ pointer }) => pointer)]).toEqual([422, ['/limit']])
  }
})

test('above a thousand rows the total is not counted', async () => {
  const wanda = await bank.openAccount('Wanda', { amountMinor: 2_000_00n })
  const { db } = bank.bank
  const cent = { kind: 'funding', to: wanda.account.id, amountMinor: 1n, madeBy: bank.clara.userId } as const
  await Promise.all(Array.from({ length: 1_000 }, () => bookMovement(bank.bank, cent)))
  const { rows } = await db.query('select count(*) from transactions where credit_account_id = $1', [
    wanda.account.id,
  ])
  expect(rows[0].count).toBe(1_001n)
  expect((await page(wanda, { limit: '1' })).answer.total).toBeNull()
})
