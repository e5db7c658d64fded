import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import type { Movement } from '@bank/ledger/transaction'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openSecondBank } from '../../test/second-bank.ts'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'
import { carryOutOrders } from './carry-out-orders.ts'
import { type Order, storeOrder } from './order.ts'

let bank: TestBank
let db: Bank['db']
let clock: TestBank['clock']
let sender: Person
beforeAll(async () => {
  bank = await openTestBank()
  db = bank.bank.db
  clock = bank.clock
})
afterAll(() => bank.close())
beforeEach(async () => {
  sender = await bank.openAccount(`Sender${randomUUID().slice(0, 8)}`, { amountMinor: 100_00n })
})

/** Stores an order of the sender: $40.00 to Alice, due now, unless something else is wished. */
async function order(wishes: Partial<Order> & Partial<Movement> = {}): Promise<string> {
  const { dueAt = clock.now(), approvedBy = null, ...facts } = wishes
  const movement: Movement = {
    kind: 'transfer_inside',
    id: randomUUID(),
    from: sender.account.id,
    to: bank.alice.account.id,
    currency: 'USD',
    amountMinor: 40_00n,
    madeBy: sender.userId,
    beneficiary: {
      accountName: 'Alice',
      accountNumber: bank.alice.account.number,
      bankName: bank.bank.config.bankName,
      bankAddress: '1 Main Street',
      swiftCode: 'FHBKUS33',
      routingNumber: '011000015',
    },
    reference: 'Rent',
    creditDetail: sender.name,
    ...facts,
  }
  await storeOrder(db, { movement, dueAt, approvedBy })
  return movement.id
}

async function outcomeOf(id: string) {
  const { rows } = await db.query(
    `select o.done_at is not null as "isDone", o.refusal, t.kind, t.amount_minor as amount
       from orders o left join transactions t on t.id = o.id where o.id = $1`,
    [id],
  )
  return rows[0]
}

async function balance() {
  const { rows } = await db.query('select balance_minor from ledger_accounts where id = $1', [
    sender.account.id,
  ])
  return rows[0].balance_minor
}

const carryOut = () => carryOutOrders(bank.bank, clock.now())
const carriedOut = { isDone: true, refusal: null, kind: 'transfer_inside', amount: 40_00n }

test('an order is carried out on its day and not before, with the facts that were stored', async () => {
  const id = await order({ dueAt: new Date(clock.now().getTime() + 60_000) })
  expect(await carryOut()).toBe(0)
  expect(await outcomeOf(id)).toEqual({ isDone: false, refusal: null, kind: null, amount: null })
  clock.pass(1)
  expect(await carryOut()).toBe(1)
  expect(await outcomeOf(id)).toEqual(carriedOut)
  const { answer } = await bank.call(sender, endpoints.readTransaction, { params: { id } })
  expect(answer).toMatchObject({ id, amount: '40.00', reference: 'Rent', status: 'success' })
})

test('an order that two processes find due is carried out once, by either of them', async () => {
  const id = await order()
  const other = await openSecondBank(bank, {})
  try {
    await Promise.all([bank, other, bank, other].map(({ bank }) => carryOutOrders(bank, clock.now())))
    expect([await outcomeOf(id), await balance()]).toEqual([carriedOut, 60_00n])
    const later = await order({ amountMinor: 1_00n })
    expect(await carryOutOrders(other.bank, clock.now())).toBe(1)
    expect([await outcomeOf(later), await balance()]).toMatchObject([{ isDone: true, refusal: null }, 59_00n])
  } finally {
    await other.close()
  }
})

test('an order whose outcome was lost gets its first answer when it is carried out again', async () => {
  const id = await order()
  await carryOut()
  await db.query('update orders set done_at = null where id = $1', [id])
  await carryOut()
  expect([await outcomeOf(id), await balance()]).toEqual([carriedOut, 60_00n])
})

test('an order that is sent again is stored once, and another one with its id is refused', async () => {
  const id = await order()
  await order({ id })
  await expect(order({ id, amountMinor: 1_00n })).rejects.toMatchObject({ code: 'id_reused' })
  await expect(order({ id, madeBy: bank.alice.userId })).rejects.toMatchObject({ code: 'id_reused' })
  await carryOut()
  expect([await outcomeOf(id), await balance()]).toEqual([carriedOut, 60_00n])
})

test('an order without the PIN is refused by the limits and the freeze of its customer, and is not tried again', async () => {
  await bank.call(sender, endpoints.setGuard, { params: { currency: 'USD' }, body: { day: '50.00' } })
  const first = await order()
  const second = await order()
  await carryOut()
  const outcomes = [await outcomeOf(first), await outcomeOf(second)]
  expect(outcomes.map(({ refusal }) => refusal).sort()).toEqual(['guard_exceeded', null])
  await bank.call(sender, endpoints.freeze)
  const third = await order({ amountMinor: 1_00n })
  await carryOut()
  expect(await outcomeOf(third)).toMatchObject({ isDone: true, refusal: 'payments_frozen', kind: null })
  expect(await carryOut()).toBe(0)
  expect(await balance()).toBe(60_00n)
})

test('an approved order is carried out by the right of its approval', async () => {
  const id = await order({ approvedBy: bank.clara.userId })
  await carryOut()
  expect(await outcomeOf(id)).toEqual(carriedOut)
})

test('a movement that is never ordered is not stored', async () => {
  await expect(order({ kind: 'funding' })).rejects.toThrow('A funding is not ordered by schedule')
  await expect(order({ kind: 'pot_out' })).rejects.toThrow('A pot_out is not ordered by schedule')
})

test('an order that the busy books do not answer is tried again, and holds up no other', async () => {
  const [busy, other] = [await order(), await order({ amountMinor: 1_00n })]
  const { books } = bank.bank
  const submit: typeof books.submit = (instruction) => {
    if (instruction.type === 'open_transaction' && instruction.facts.id === busy) throw new Refusal('busy')
    return books.submit(instruction)
  }
  const busyBank = { ...bank.bank, books: { ...books, submit } }
  await expect(carryOutOrders(busyBank, clock.now())).rejects.toMatchObject({ code: 'busy' })
  expect([await outcomeOf(busy), await outcomeOf(other)]).toMatchObject([{ isDone: false }, { isDone: true }])
  await carryOut()
  expect([await outcomeOf(busy), await balance()]).toEqual([carriedOut, 59_00n])
})
