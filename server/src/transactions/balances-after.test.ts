import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { TransactionView } from '@bank/contract/transactions/view'
import { type Status, statuses } from '@bank/ledger/transaction-status'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

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

/** Books a transaction of $1.00. */
async function open(facts: Facts): Promise<void> {
  const { id, from, to, firstStatus } = facts
  await bank.bank.books.submit({
    kind: 'open_transaction',
    facts: {
      id,
      route: routeOf(facts),
      debitAccountId: from?.account.id ?? null,
      creditAccountId: to?.account.id ?? null,
      currency: 'USD',
      amountMinor: 1_00n,
      debitDescription: from && 'Sent',
      creditDescription: to && 'Received',
      beneficiary: null,
      reference: null,
      firstStatus,
      madeBy: bank.clara.userId,
    },
    limitMinor: 1_00n,
    sender: null,
  })
}

async function setStatus(facts: Pick<Facts, 'id' | 'from' | 'to'>, status: Status): Promise<void> {
  await bank.bank.books.submit({
    kind: 'change_status',
    changeId: randomUUID(),
    transactionId: facts.id,
    route: routeOf(facts),
    status,
    madeBy: bank.clara.userId,
  })
}

/** All rows of a history, read in pages of seven. */
async function readAll(who: Person, filter: Record<string, string> = {}): Promise<TransactionView[]> {
  const rows: TransactionView[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { limit: '7', ...filter, ...(cursor && { cursor }) }
    const { answer } = await bank.call(who, endpoints.listTransactions, { query })
    rows.push(...answer.transactions)
    cursor = answer.nextCursor
  }
  return rows
}

/** The balances that the statement has for a transaction, oldest first, and the one of its first posting. */
async function balancesOnStatement(who: Person) {
  const query = { period: 'all', limit: '1000' }
  const { lines } = (await bank.call(who, endpoints.readStatement, { query })).answer
  return (id: string) => {
    const own = lines.filter(({ transactionId }) => transactionId === id)
    const first = own.find(({ description }) => ['Sent', 'Received', 'Account funded'].includes(description))
    return { all: own.map(({ balance }) => balance), first: first?.balance ?? null }
  }
}

test('a returned transfer has the balance after it was sent, and its details also the one after its return', async () => {
  const rita = await bank.openAccount('Rita', { amountMinor: 100_00n })
  const form = transfer({ amount: '40.00' })
  bank.clock.pass(1)
  await bank.call(rita, endpoints.sendTransfer, { body: form })
  const facts = { id: form.transactionId, from: rita, to: null }
  for (const status of ['success', 'failed'] as const) await setStatus(facts, status)
  expect((await readAll(rita)).map(({ balanceAfter }) => balanceAfter)).toEqual(['60.00', '100.00'])
  const params = { id: form.transactionId }
  const { answer } = await bank.call(rita, endpoints.readTransaction, { params })
  expect(answer.balanceAfter).toBe('60.00')
  // That it arrived moved no money of the sender.
  expect(answer.timeline.map(({ status, balanceAfter }) => [status, balanceAfter])).toEqual([
    ['pending', '60.00'],
    ['success', null],
    ['failed', '100.00'],
  ])
})

test('a credit that is pending has no balance after it, and is expected', async () => {
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
  expect((await readAll(emil))[0]).toMatchObject({ id, status: 'pending', balanceAfter: null })
  const { answer } = await bank.call(emil, endpoints.readStatement)
  expect([answer.closing, answer.expectedIn]).toEqual(['5.00', '1.00'])
  await setStatus({ id, from: null, to: emil }, 'success')
  expect(await funds()).toMatchObject({ balance: '6.00', booked: '6.00', expectedIn: '0.00' })
  expect((await readAll(emil))[0]).toMatchObject({ id, status: 'success', balanceAfter: null })
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
  const sent = { params: { id: nils.userId }, body: { amount: '2.50', transactionId: randomUUID() } }
  expect((await bank.call(bank.clara, endpoints.fundAccount, sent)).answer.balanceAfter).toBe('3.50')
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
test('the balance beside each row is the statement’s for its first posting, in any history with status changes', async () => {
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
      for (const who of people) await compareWithStatement(who)
    }),
    { numRuns: 2, seed: 18, endOnFailure: true },
  )
})

/** Compares each place that has a balance beside a transaction with the statement. */
async function compareWithStatement(who: Person): Promise<void> {
  const onStatement = await balancesOnStatement(who)
  const rows = await readAll(who)
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.map(({ balanceAfter }) => balanceAfter)).toEqual(rows.map(({ id }) => onStatement(id).first))
  for (const filter of [{ status: 'failed' }, { type: 'credit', status: 'pending' }] as const) {
    const wanted = new Set((await readAll(who, filter)).map(({ id }) => id))
    expect(await readAll(who, filter)).toEqual(rows.filter(({ id }) => wanted.has(id)))
  }
  for (const { id } of rows.filter(({ status }) => status === 'failed')) {
    const { timeline } = (await bank.call(who, endpoints.readTransaction, { params: { id } })).answer
    const balances = timeline.map(({ balanceAfter }) => balanceAfter).filter((balance) => balance !== null)
    expect(balances).toEqual(onStatement(id).all)
  }
  const file = (await bank.call(who, endpoints.downloadHistory)).answer as unknown as Uint8Array
  const csv: Record<string, string>[] = parse(Buffer.from(file), { bom: true, columns: true })
  expect(csv.map(({ Balance }) => Balance)).toEqual(rows.map(({ balanceAfter }) => balanceAfter ?? ''))
}
