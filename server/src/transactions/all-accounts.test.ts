import { randomUUID } from 'node:crypto'
import { allAccounts } from '@bank/contract/accounts/all-accounts'
import { endpoints } from '@bank/contract/endpoints'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { bookMovement } from '../../test/book-movement.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

type Query = Record<string, string>

async function page(who: Person, query: Query) {
  const { status, answer, problem } = await bank.call(who, endpoints.listTransactions, {
    query: { account: allAccounts, ...query },
  })
  return { status, answer, problem }
}

/** The rows of all pages. */
async function readAll(who: Person, query: Query = {}): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  let cursor: string | null = null
  do {
    const { answer } = await page(who, { limit: '3', ...query, ...(cursor && { cursor }) })
    expect(answer.firstRow).toBe(rows.length + 1)
    rows.push(...answer.transactions)
    cursor = answer.nextCursor
  } while (cursor)
  return rows
}

async function totals(who: Person, query: Query = {}) {
  const { answer } = await bank.call(who, endpoints.sumTransactions, { query })
  return answer.totals
}

/** A customer with $100.00, a further account in dollars and one in euros. Money moves between the two in dollars, often in one moment. */
async function severalAccounts(name: string) {
  const owner = await bank.openAccount(name, { amountMinor: 100_00n })
  const { number: savings } = await openFurtherAccount(bank, owner)
  const { number: euros } = await openFurtherAccount(bank, owner, { currency: '€', name: 'Euros' })
  const move = (amount: string, from: string, to: string) =>
    bank.call(owner, endpoints.sendOwnTransfer, {
      query: { account: from },
      body: { transactionId: randomUUID(), to, amount },
    })
  const main = owner.account.number
  for (const amount of ['10.00', '5.00', '20.00']) {
    expect((await move(amount, main, savings)).status).toBe(201)
    expect((await move('1.00', savings, main)).status).toBe(201)
    bank.clock.pass(0.01)
  }
  const { rows } = await bank.bank.db.query<{ id: bigint }>('select id from accounts where number = $1', [
    euros,
  ])
  const { id: eurosId } = rows[0]!
  await bookMovement(bank.bank, {
    kind: 'funding',
    to: eurosId,
    currency: 'EUR',
    amountMinor: 7_00n,
    madeBy: bank.clara.userId,
  })
  bank.clock.pass(0.01)
  const sent = transfer({ amount: '4.00' })
  await bank.call(owner, endpoints.sendTransfer, { query: { account: savings }, body: sent })
  return { owner, main, savings, euros, sent: sent.transactionId }
}

test('the history of all accounts has the rows of each in its order, newest first, without a gap or a repeat over its pages', async () => {
  const { owner, main, savings, euros } = await severalAccounts('Gina')
  const rows = await readAll(owner)
  const times = rows.map(({ createdAt }) => String(createdAt))
  expect(times).toEqual([...times].sort().reverse())
  for (const account of [main, savings, euros]) {
    const { answer } = await bank.call(owner, endpoints.listTransactions, {
      query: { account, limit: '100' },
    })
    expect(rows.filter((row) => row.account === account)).toEqual(answer.transactions)
  }
  const { answer } = await page(owner, {})
  expect([answer.total, rows.length]).toEqual([15, 15])
})

test('each order of a history is kept over its pages, of one account and of all', async () => {
  const { owner, main } = await severalAccounts('Olga')
  for (const account of [main, allAccounts]) {
    const newest = await readAll(owner, { account })
    const oldest = await readAll(owner, { account, order: 'oldest' })
    expect(oldest).toEqual([...newest].reverse())
    const largest = await readAll(owner, { account, order: 'largest' })
    const amounts = largest.map(({ amount }) => Number(amount))
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
    expect(new Set(largest.map((row) => `${row.id} ${row.account}`)).size).toBe(newest.length)
    expect(await readAll(owner, { account, order: 'smallest' })).toEqual([...largest].reverse())
  }
  expect((await page(owner, { order: 'upwards' })).problem.errors).toEqual([
    { pointer: '/order', detail: 'Choose newest, oldest, largest or smallest' },
  ])
})

test('filters and a search select among the rows of all accounts, and new rows do not move the next page', async () => {
  const { owner, savings, sent } = await severalAccounts('Petra')
  expect((await readAll(owner, { q: 'harbour' })).map(({ id }) => id)).toEqual([sent])
  expect((await readAll(owner, { status: 'pending' })).map(({ account }) => account)).toEqual([savings])
  expect((await readAll(owner, { minAmount: '20', type: 'credit' })).map(({ amount }) => amount)).toEqual([
    '20.00',
    '100.00',
  ])
  const today = bank.clock.now().toISOString().slice(0, 10)
  expect(await readAll(owner, { from: today, to: today })).toEqual(await readAll(owner))
  const { answer: first } = await page(owner, { limit: '4' })
  const next = () => page(owner, { limit: '4', cursor: first.nextCursor! })
  const before = await next()
  bank.clock.pass(0.01)
  await bank.call(owner, endpoints.sendTransfer, { body: transfer({ amount: '1.00' }) })
  expect((await next()).answer.transactions).toEqual(before.answer.transactions)
})

test('a further page of all accounts looks the others up in one query, however many there are', async () => {
  const { owner } = await severalAccounts('Quentin')
  await openFurtherAccount(bank, owner, { name: 'Nothing yet' })
  const { answer: first } = await page(owner, { limit: '4' })
  const spy = vi.spyOn(bank.bank.db, 'query')
  const { answer } = await page(owner, { limit: '4', cursor: first.nextCursor! })
  const names = spy.mock.calls.map(([query]) => (query as { name?: string }).name ?? '')
  spy.mockRestore()
  expect(answer.transactions).toHaveLength(4)
  expect(names.filter((name) => name.endsWith('-before'))).toEqual(['find-seqs-before'])
})

test('the totals of a filter are the sums of its rows in each currency, without money that stays the customer’s own', async () => {
  const { owner, savings } = await severalAccounts('Rita')
  expect(await totals(owner, { account: allAccounts })).toEqual([
    { currency: 'USD', moneyIn: '100.00', moneyOut: '4.00', moved: '0.00' },
    { currency: 'EUR', moneyIn: '7.00', moneyOut: '0.00', moved: '0.00' },
  ])
  expect(await totals(owner, { account: savings })).toEqual([
    { currency: 'USD', moneyIn: '0.00', moneyOut: '4.00', moved: '32.00' },
  ])
  expect(await totals(owner)).toEqual([
    { currency: 'USD', moneyIn: '100.00', moneyOut: '0.00', moved: '-32.00' },
  ])
  expect(await totals(owner, { account: savings, type: 'debit', maxAmount: '3.99' })).toEqual([
    { currency: 'USD', moneyIn: '0.00', moneyOut: '0.00', moved: '-3.00' },
  ])
  expect(await totals(owner, { q: 'nowhere' })).toEqual([])
})

test('the file of all accounts has the rows of the list in their order, each with the number of its account', async () => {
  const { owner } = await severalAccounts('Sven')
  const rows = await readAll(owner)
  const reply = await bank.call(owner, endpoints.downloadHistory, { query: { account: allAccounts } })
  const lines: Record<string, string>[] = parse(Buffer.from(reply.answer as unknown as Uint8Array), {
    bom: true,
    columns: true,
  })
  expect(lines.map((line) => [line['Transaction ID'], line.Account, line.Balance])).toEqual(
    rows.map(({ transactionId, account, balanceAfter }) => [transactionId, account, balanceAfter]),
  )
})

test('the history of all accounts is the caller’s alone, and no other request takes all accounts', async () => {
  const { owner } = await severalAccounts('Tina')
  expect(await readAll(bank.bruno)).toEqual([])
  expect(await totals(bank.bruno, { account: allAccounts })).toEqual([])
  const [row] = await readAll(owner)
  const { problem } = await bank.call(owner, endpoints.readTransaction, {
    params: { id: row!.transactionId },
    query: { account: allAccounts },
  })
  expect(problem.code).toBe('account_not_found')
})

test('a cursor of one account is refused for all of them, and one that names another customer’s account too', async () => {
  const { owner, main } = await severalAccounts('Ulla')
  const cursor = (text: string) => Buffer.from(text).toString('base64url')
  for (const text of ['4 2', `4 2 ${bank.alice.account.number}`, `4 99 ${main}`]) {
    expect((await page(owner, { cursor: cursor(text) })).problem.code).toBe('malformed')
  }
  expect((await page(owner, { account: main, cursor: cursor(`4 2 ${main}`) })).problem.code).toBe('malformed')
})

test('a search finds a note and a day, and an administrator’s search no note', async () => {
  const { owner, savings, sent } = await severalAccounts('Vera')
  await bank.call(owner, endpoints.writeNote, {
    params: { id: sent },
    query: { account: savings },
    body: { note: 'Birthday of Ines' },
  })
  expect((await readAll(owner, { q: 'INES' })).map(({ id }) => id)).toEqual([sent])
  const [year, month, day] = bank.clock.now().toISOString().slice(0, 10).split('-')
  expect(await readAll(owner, { q: `${month}/${day}/${year}` })).toEqual(await readAll(owner))
  expect(await readAll(owner, { q: '01/02/2020' })).toEqual([])
  await bank.elevate(bank.clara)
  const { answer } = await bank.call(bank.clara, endpoints.listUserTransactions, {
    params: { id: owner.userId },
    query: { account: savings, q: 'INES' },
  })
  expect(answer.transactions).toEqual([])
})
