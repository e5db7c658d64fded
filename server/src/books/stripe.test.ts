import type { Outcome } from '@bank/ledger/decide'
import type { Transaction } from '@bank/ledger/transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, changeStatus, openFundedCustomer, pinKey, transferOut } from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { type Books, openBooks } from './books.ts'
import { checkBooks } from './check/check-books.ts'
import type { Opening } from './instruction.ts'

let bank: TestDatabase
beforeAll(async () => {
  bank = await openTestDatabase()
})
afterAll(() => bank.close())

function bookedBy(outcome: Outcome): Transaction {
  if ('refusal' in outcome) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.transaction
}

const open = () => openBooks({ db: bank.db, pinKey, timeoutFactor })

/** A customer of its own for each of the books, so that only the bank's rows are shared. */
async function sendOne(books: Books) {
  const sender = await openFundedCustomer(bank.db, books, 10_00n)
  const sent = transferOut(books, sender, 4_00n)
  return { sender, sent, transaction: bookedBy(await books.submit(sent)) }
}

async function inTransitOf(books: Books): Promise<bigint> {
  return (await sendOne(books)).transaction.route.inTransit
}

/** The change of a status, with the route that its transaction has in the books. */
const changed = (sent: Opening, { route }: Transaction, status: 'success' | 'failed') => ({
  ...changeStatus(sent, status),
  route,
})

async function provedBooks() {
  const owner = await connectOnce(bank.ownerAddress)
  return (await checkBooks(owner, () => {}).finally(() => owner.end())).broken
}

/** Resolves when the server has closed the connections of the processes that ended. */
async function noStripeIsTaken(): Promise<void> {
  const locks = () =>
    bank.db.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
        where locktype = 'advisory' and classid = 7310579 and objid >= 100 and datname = current_database()`,
    )
  await expect.poll(async () => (await locks()).rowCount).toBe(0)
}

test('two processes have in-transit accounts of their own, and either changes a status or repeats a transfer of the other', async () => {
  const [first, second] = [await open(), await open()]
  const one = await sendOne(first)
  const two = await sendOne(second)
  expect(one.transaction.route.inTransit).toBe(first.internalAccounts.USD.inTransit)
  expect(two.transaction.route.inTransit).not.toBe(one.transaction.route.inTransit)

  expect(await first.submit(two.sent)).toMatchObject({ replayed: true, moved: false })
  bookedBy(await first.submit(changed(two.sent, two.transaction, 'failed')))
  bookedBy(await second.submit(changed(one.sent, one.transaction, 'success')))
  expect(await balanceOf(bank.db, two.sender.accountId)).toBe(10_00n)
  for (const { transaction } of [one, two]) {
    expect(await balanceOf(bank.db, transaction.route.inTransit)).toBe(0n)
  }
  await Promise.all([first.close(), second.close()])
  expect(await provedBooks()).toBeNull()
})

test('a process that ends leaves its stripe to the next one', async () => {
  const first = await open()
  const stripe = await inTransitOf(first)
  await first.close()
  await noStripeIsTaken()
  const next = await open()
  expect(await inTransitOf(next)).toBe(stripe)
  await next.close()
})

test('a process makes a stripe while others are at work, and no transfer is refused or lost', async () => {
  const working = await Promise.all([open(), open()])
  const known = new Set(await Promise.all(working.map(inTransitOf)))
  let isOver = false
  const work = working.map(async (books) => {
    const sent = []
    while (!isOver) sent.push(await sendOne(books))
    return sent
  })

  const third = await open()
  const added = await Promise.all(Array.from({ length: 5 }, () => sendOne(third)))
  isOver = true
  const others = (await Promise.all(work)).flat()
  for (const { transaction } of added) expect(known).not.toContain(transaction.route.inTransit)
  expect(others.length).toBeGreaterThan(0)
  for (const { sender } of [...others, ...added]) {
    expect(await balanceOf(bank.db, sender.accountId)).toBe(6_00n)
  }
  await Promise.all([...working, third].map((books) => books.close()))
  expect(await provedBooks()).toBeNull()
})

test('more processes than stripes share them, and the books stay in order', async () => {
  await noStripeIsTaken()
  const many = await Promise.all(Array.from({ length: 18 }, open))
  const stripes = await Promise.all(many.map(inTransitOf))
  expect(new Set(stripes).size).toBe(16)
  await Promise.all(many.map((books) => books.close()))
  expect(await provedBooks()).toBeNull()
})
