import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { kindNames, kinds } from '@bank/ledger/kinds'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { type Status, statuses } from '@bank/ledger/transaction-status'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'
import { openingOf } from '../books/instruction.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

type Facts = { id: string; from: Person | null; to: Person | null; firstStatus: 'pending' | 'success' }

/** The ledger accounts of a transaction; null stands for the bank's settlement account. */
function routeOf({ from, to }: Pick<Facts, 'from' | 'to'>) {
  const { settlement, inTransit } = bank.bank.books.internalAccounts.USD
  return { source: from?.account.id ?? settlement, inTransit, destination: to?.account.id ?? settlement }
}

function beneficiaryNamed(accountName: string) {
  return {
    accountName,
    accountNumber: '1234567890',
    bankName: 'Truepenny',
    bankAddress: '1 Quay Street, Boston',
    swiftCode: 'FHBKUS33',
    routingNumber: '011000015',
  }
}

/** Books a transaction of $1.00, or is refused. */
async function open({ id, from, to, firstStatus }: Facts): Promise<void> {
  const { books } = bank.bank
  const ends = { ...(from && { from: from.account.id }), ...(to && { to: to.account.id }) }
  const kind = from === null ? 'funding' : to === null ? 'plain_transfer' : 'transfer_inside'
  const userId = from?.userId ?? bank.clara.userId
  const details =
    kind === 'transfer_inside'
      ? { creditDetail: from!.name, beneficiary: beneficiaryNamed(to!.name) }
      : { debitDetail: from && 'Sent' }
  const movement = {
    kind,
    id,
    ...ends,
    ...details,
    currency: 'USD',
    amountMinor: 1_00n,
    madeBy: userId,
  } as const
  const authority = from ? ({ by: 'schedule', userId } as const) : ({ by: 'bank' } as const)
  const opening = openingOf(books, movement, { limitMinor: 1_00n, authority })
  await books.submit({ ...opening, facts: { ...opening.facts, firstStatus } })
}

async function setStatus(facts: Pick<Facts, 'id' | 'from' | 'to'>, status: Status): Promise<void> {
  await bank.bank.books.submit({
    type: 'change_status',
    changeId: randomUUID(),
    transactionId: facts.id,
    route: routeOf(facts),
    status,
    madeBy: bank.clara.userId,
  })
}

/** All rows of a history, read in pages of seven. */
async function readAll(who: Person, filter: Record<string, string> = {}): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { limit: '7', ...filter, ...(cursor && { cursor }) }
    const { answer } = await bank.call(who, endpoints.listTransactions, { query })
    rows.push(...answer.transactions)
    cursor = answer.nextCursor
  }
  return rows
}

async function statementOf(who: Person) {
  const query = { period: 'all', limit: '1000' }
  return (await bank.call(who, endpoints.readStatement, { query })).answer.lines
}

test('a return is a row of its own, which leads to its transaction', async () => {
  const rita = await bank.openAccount('Rita', { amountMinor: 100_00n })
  const form = transfer({ amount: '40.00', account_name: 'Erik', reference: 'Rent' })
  bank.clock.pass(1)
  await bank.call(rita, endpoints.sendTransfer, { body: form })
  const facts = { id: form.transactionId, from: rita, to: null }
  bank.clock.pass(1)
  for (const status of ['success', 'failed'] as const) await setStatus(facts, status)
  const [returned, sent, funded] = await readAll(rita)
  const both = { transactionId: form.transactionId, amount: '40.00', status: 'failed', reference: 'Rent' }
  expect(returned).toMatchObject({
    ...both,
    type: 'credit',
    change: 'returned',
    isReturn: true,
    description: `Returned: ${sent!.description}`,
    counterparty: 'Erik',
    balanceAfter: '100.00',
  })
  expect(returned!.id).not.toBe(form.transactionId)
  expect(new Date(returned!.createdAt).getTime()).toBe(new Date(sent!.createdAt).getTime() + 60_000)
  expect(sent).toMatchObject({
    ...both,
    id: form.transactionId,
    type: 'debit',
    isReturn: false,
    balanceAfter: '60.00',
  })
  expect(funded).toMatchObject({ transactionId: funded!.id, type: 'credit', isReturn: false })
  const params = { id: returned!.transactionId }
  const { answer } = await bank.call(rita, endpoints.readTransaction, { params })
  expect(answer).toMatchObject({ id: form.transactionId, type: 'debit', balanceAfter: '60.00' })
  // That it arrived moved no money of the sender.
  expect(answer.timeline.map(({ status, balanceAfter }) => [status, balanceAfter])).toEqual([
    ['pending', '60.00'],
    ['success', null],
    ['failed', '100.00'],
  ])
  // The id of a row is not that of a transaction.
  const unknown = await bank.call(rita, endpoints.readTransaction, { params: { id: returned!.id } })
  expect(unknown.status).toBe(404)
})

test('a credit that is pending is expected, and is in the history when it has arrived', async () => {
  // No kind of movement begins so: its money would have no row until then.
  const late = kindNames.filter(
    (name) => kinds[name].destination === 'account' && kinds[name].firstStatus !== 'success',
  )
  expect(late).toEqual([])
  const emil = await bank.openAccount('Emil', { amountMinor: 5_00n })
  const id = randomUUID()
  bank.clock.pass(1)
  await open({ id, from: null, to: emil, firstStatus: 'pending' })
  const funds = async () => (await bank.call(emil, endpoints.readMe)).answer.account
  expect(await funds()).toMatchObject({
    balance: '5.00',
    booked: '5.00',
    expectedIn: '1.00',
    inTransit: '0.00',
  })
  expect(await readAll(emil)).toHaveLength(1)
  const { answer } = await bank.call(emil, endpoints.readStatement)
  expect([answer.closing, answer.expectedIn]).toEqual(['5.00', '1.00'])
  await setStatus({ id, from: null, to: emil }, 'success')
  expect(await funds()).toMatchObject({ balance: '6.00', booked: '6.00', expectedIn: '0.00' })
  expect((await readAll(emil))[0]).toMatchObject({
    transactionId: id,
    description: 'Received: Account funded',
    status: 'success',
    change: 'received',
    isReturn: false,
    balanceAfter: '6.00',
  })
  const { timeline } = (await bank.call(emil, endpoints.readTransaction, { params: { id } })).answer
  expect(timeline.map(({ balanceAfter }) => balanceAfter)).toEqual([null, '6.00'])
})

test('a pending transfer is booked and no longer available', async () => {
  const bela = await bank.openAccount('Bela', { amountMinor: 100_00n })
  await bank.call(bela, endpoints.sendTransfer, { body: transfer({ amount: '40.00' }) })
  const { account } = (await bank.call(bela, endpoints.readMe)).answer
  expect(account).toMatchObject({
    balance: '60.00',
    inTransit: '40.00',
    booked: '100.00',
    expectedIn: '0.00',
  })
})

test('of a transfer inside the bank each side has its own balance', async () => {
  const lena = await bank.openAccount('Lena', { amountMinor: 30_00n })
  const omar = await bank.openAccount('Omar', { amountMinor: 7_00n })
  bank.clock.pass(1)
  await open({ id: randomUUID(), from: lena, to: omar, firstStatus: 'success' })
  expect((await readAll(lena))[0]!.balanceAfter).toBe('29.00')
  expect((await readAll(omar))[0]!.balanceAfter).toBe('8.00')
})

test('a funding is answered with the balance after it', async () => {
  const nils = await bank.openAccount('Nils', { amountMinor: 1_00n })
  await bank.elevate(bank.clara)
  const sent = {
    params: { id: nils.userId },
    body: { amount: '2.50', transactionId: randomUUID(), reason: 'Deposit' },
  }
  expect((await bank.call(bank.clara, endpoints.fundAccount, sent)).answer).toMatchObject({
    balanceAfter: '3.50',
  })
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      from: fc.constantFrom(0, 1, null),
      firstStatus: fc.constantFrom('pending' as const, 'success' as const),
      isInside: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      which: fc.nat(),
      status: fc.constantFrom(...statuses),
    }),
  },
  // Backward, too: the books then use the time of the last entry again, so that many entries have the same.
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(-3, -1, 1, 2) }),
  },
)

// The last test: it sets the clock back.
test('the balances of a history add up row by row, and are those of the statement, whatever was returned', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 250, maxLength: 250 }), async (steps) => {
      round++
      const people = [
        await bank.openAccount(`Ada${round}`, { amountMinor: 50_00n }),
        await bank.openAccount(`Ben${round}`, { amountMinor: 50_00n }),
      ] as const
      const opened: Facts[] = []
      for (const one of steps) {
        if (one.kind === 'pass') bank.clock.pass(one.minutes)
        else if (one.kind === 'open') {
          const from = one.from === null ? null : people[one.from]!
          const to = one.from === null ? people[0] : one.isInside ? people[1 - one.from]! : null
          const facts = { id: randomUUID(), from, to, firstStatus: one.firstStatus }
          await open(facts)
          opened.push(facts)
        } else if (opened.length > 0) await setStatus(opened[one.which % opened.length]!, one.status)
      }
      for (const who of people) await compareHistory(who)
    }),
    { numRuns: 2, seed: 18, endOnFailure: true },
  )
})

/** Compares the history with the statement, and each part of it with the whole. */
async function compareHistory(who: Person): Promise<void> {
  const rows = await readAll(who)
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.some(({ isReturn }) => isReturn)).toBe(true)
  let balance = 0n
  for (const { type, amount, balanceAfter } of rows.toReversed()) {
    balance += type === 'credit' ? minorOf(amount) : -minorOf(amount)
    expect(balanceAfter).toBe(formatMinor(balance))
  }
  expect(
    rows.toReversed().map(({ balanceAfter, createdAt, ...row }) => ({ ...row, balanceAfter, createdAt })),
  ).toEqual(
    (await statementOf(who)).map(({ seq: _, balance, bookedAt, ...line }, index) => ({
      ...rows.at(-1 - index)!,
      ...line,
      balanceAfter: balance,
      createdAt: bookedAt,
    })),
  )
  await compareParts(who, rows)
  await compareTimelines(who, rows)
  const file = (await bank.call(who, endpoints.downloadHistory)).answer as unknown as Uint8Array
  const csv: Record<string, string>[] = parse(Buffer.from(file), { bom: true, columns: true })
  expect(csv.map((row) => [row['Transaction ID'], row['Signed amount'], row.Balance])).toEqual(
    rows.map(({ transactionId, type, amount, balanceAfter }) => [
      transactionId,
      type === 'credit' ? amount : `-${amount}`,
      balanceAfter,
    ]),
  )
}

/** Each filter and each search finds the rows that it means, in the order and with the balances of the whole. */
async function compareParts(who: Person, rows: readonly HistoryRow[]): Promise<void> {
  const parts: readonly [Record<string, string>, (row: HistoryRow) => boolean][] = [
    [{ status: 'failed' }, ({ status }) => status === 'failed'],
    [{ status: 'success', type: 'debit' }, ({ status, type }) => status === 'success' && type === 'debit'],
    [{ type: 'credit', status: 'pending' }, ({ type, status }) => type === 'credit' && status === 'pending'],
    [{ maxAmount: '1.00' }, ({ amount }) => amount === '1.00'],
    [{ q: 'returned: ' }, ({ description }) => description.startsWith('Returned: ')],
    [{ q: 'AGAIN: sent' }, ({ description }) => description === 'Sent again: Sent'],
    [{ q: 'taken back' }, ({ description }) => description.startsWith('Taken back: ')],
    [{ q: '-1.00' }, ({ type, amount }) => type === 'debit' && amount === '1.00'],
    [{ q: '1.00', type: 'credit' }, ({ type, amount }) => type === 'credit' && amount === '1.00'],
    [{ q: 'funded', status: 'failed' }, (row) => /funded/.test(row.description) && row.status === 'failed'],
  ]
  for (const [filter, isMeant] of parts) expect(await readAll(who, filter)).toEqual(rows.filter(isMeant))
}

/** The details of a transaction have the balances of its rows. */
async function compareTimelines(who: Person, rows: readonly HistoryRow[]): Promise<void> {
  const ofRows = Map.groupBy(rows.toReversed(), ({ transactionId }) => transactionId)
  for (const [id, own] of [...ofRows].filter(([, own]) => own.length > 1)) {
    const { timeline } = (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer
    const balances = timeline.map(({ balanceAfter }) => balanceAfter).filter((balance) => balance !== null)
    expect(balances).toEqual(own.map(({ balanceAfter }) => balanceAfter))
  }
}
