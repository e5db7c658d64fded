import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Customer,
  changeStatus,
  openCustomer,
  openFundedCustomer,
  pinKey,
  transferInside,
  transferOut,
} from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { type Books, openBooks } from '../books/books.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { readSecondsBehind } from './behind.ts'
import { listBookings } from './list-bookings.ts'
import { lockProgress } from './listing-progress.ts'

let bank: TestDatabase
let lanes: Books[]
let alice: Customer
let bruno: Customer
beforeAll(async () => {
  bank = await openTestDatabase()
  lanes = await Promise.all([1, 2, 3].map(() => openBooks({ db: bank.db, pinKey, timeoutFactor })))
  alice = await openFundedCustomer(bank.db, lanes[0]!, 10_000_00n)
  bruno = await openCustomer(bank.db)
})
afterAll(async () => {
  await Promise.all(lanes.map((books) => books.close()))
  await bank.close()
})

/** Rounds until nothing is left to do. */
async function catchUp(): Promise<void> {
  while ((await listBookings(bank, new Date(), 'all writers')) !== 'done');
}

/** What is listed, and what the books have. */
async function rows() {
  const list = 'select id, kind, status, currency, amount_minor, created_at from'
  const [listed, booked] = await Promise.all([
    bank.db.query(`${list} listed_transactions order by id`),
    bank.db.query(`${list} transactions order by id`),
  ])
  return { listed: listed.rows, booked: booked.rows }
}

async function expectComplete(): Promise<void> {
  const { listed, booked } = await rows()
  expect(listed).toEqual(booked)
}

beforeEach(catchUp)

test('the list is filled with what was booked before it began', async () => {
  await bank.db.query(
    'delete from listed_transactions; delete from listed_batches; delete from listing_progress',
  )
  expect(await readSecondsBehind(bank.db, new Date())).toBeNull()
  await lanes[1]!.submit(transferOut(lanes[1]!, alice, 1_00n))
  await catchUp()
  await expectComplete()
  expect(await readSecondsBehind(bank.db, new Date())).toBe(0)
})

test('a transfer and each later status are listed by the next round', async () => {
  const transfer = transferOut(lanes[0]!, alice, 2_00n)
  await lanes[0]!.submit(transfer)
  expect(await readSecondsBehind(bank.db, new Date())).toBeGreaterThan(0)
  await catchUp()
  await expectComplete()
  for (const status of ['success', 'failed', 'pending'] as const) {
    await lanes[1]!.submit(changeStatus(transfer, status))
    await catchUp()
    const { rows } = await bank.db.query('select status from listed_transactions where id = $1', [
      transfer.facts.id,
    ])
    expect(rows).toEqual([{ status }])
  }
})

test('nothing is missing from the list while several processes write the books', async () => {
  let isWriting = true
  const round = async () => {
    while (isWriting) await listBookings(bank, new Date())
  }
  const rounds = [round(), round()]
  await Promise.all(
    lanes.flatMap((books) =>
      Array.from({ length: 40 }, (_, index) =>
        books.submit(
          index % 2 ? transferOut(books, alice, 1_00n) : transferInside(books, alice, bruno, 1_00n),
        ),
      ),
    ),
  )
  isWriting = false
  await Promise.all(rounds)
  await catchUp()
  await expectComplete()
})

describe('a round', () => {
  test('that is cut off lists nothing, and the next one lists all of it', async () => {
    const before = (await rows()).listed.length
    await lanes[2]!.submit(transferOut(lanes[2]!, alice, 3_00n))
    const owner = await connectOnce(bank.ownerAddress)
    await owner.query('revoke insert on listed_batches from bank_app')
    await expect(listBookings(bank, new Date())).rejects.toThrow('permission denied')
    await owner.query('grant insert on listed_batches to bank_app')
    await owner.end()
    expect((await rows()).listed).toHaveLength(before)
    await catchUp()
    await expectComplete()
  })

  test('does nothing while another process has the list', async () => {
    await lanes[0]!.submit(transferOut(lanes[0]!, alice, 4_00n))
    await inTransaction(bank.db, async (connection) => {
      expect(await lockProgress(connection)).toBe(true)
      expect(await listBookings(bank, new Date())).toBe('done')
    })
    expect(await readSecondsBehind(bank.db, new Date())).toBeGreaterThan(0)
    await catchUp()
    await expectComplete()
  })

  /** Pays at the time of the writer's clock: a booking is never earlier than the last one of its accounts. Returns the transaction's id. */
  async function payAtItsTime(books: Books): Promise<string> {
    await bank.db.query(`update ledger_accounts set last_booked_at = '2000-01-01'`)
    const transfer = transferOut(books, alice, 50n)
    await books.submit(transfer)
    return transfer.facts.id
  }

  test('of a list that is behind takes the oldest batches of all writers, and tells their age', async () => {
    const now = Date.now()
    const writers = [300, 100, 99].map((secondsAgo) =>
      openBooks({ db: bank.db, pinKey, timeoutFactor, clock: () => now - secondsAgo * 1_000 }),
    )
    const [ended, ...running] = await Promise.all(writers)
    const ids: string[] = []
    for (const books of [running[0]!, running[1]!, running[0]!, running[1]!, ended!, ended!]) {
      ids.push(await payAtItsTime(books))
    }
    const [third, fifth, fourth, sixth, first, second] = ids
    const inOrder = [first, second, third, fourth, fifth, sixth]
    await bank.db.query('update listing_progress set read_at = $1', [new Date(now - 301_000)])
    for (const [listed, age] of [300, 100, 99].entries()) {
      expect(await readSecondsBehind(bank.db, new Date(now))).toBe(age)
      expect(await listBookings(bank, new Date(now), undefined, 2)).toBe(listed < 2 ? 'behind' : 'done')
      const { rows } = await bank.db.query('select id from listed_transactions where id = any ($1)', [ids])
      expect(rows.map(({ id }) => id).sort()).toEqual(inOrder.slice(0, 2 * listed + 2).sort())
    }
    await expectComplete()
    await Promise.all([ended!, ...running].map((books) => books.close()))
  })

  test('finds a batch of a writer whose clock is behind, also when it lists one batch of many', async () => {
    const late = await openBooks({
      db: bank.db,
      pinKey,
      timeoutFactor,
      clock: () => Date.now() - 3 * 86_400_000,
    })
    for (const batchesMax of [undefined, 1]) {
      for (let left = 3; left > 0; left--) {
        await payAtItsTime(lanes[0]!)
        await payAtItsTime(late)
      }
      let rounds = 0
      while ((await listBookings(bank, new Date(), undefined, batchesMax)) !== 'done') rounds++
      expect(rounds).toBe(batchesMax === 1 ? 5 : 0)
      await expectComplete()
    }
    await late.close()
  })
})
