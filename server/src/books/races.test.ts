import { randomUUID } from 'node:crypto'
import type { Outcome } from '@bank/ledger/decide'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  balanceOf,
  type Customer,
  changeStatus,
  funding,
  openCustomer,
  openFundedCustomer,
  pinKey,
  rowCounts,
  transferInside,
  transferOut,
} from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { runInLaneProcess } from '../../test/witnessed-lane.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type Books, openBooks } from './books.ts'

const undoMilliseconds = 5_000

let bank: TestDatabase
let lanes: Books[]
let books: Books
/** Of a process whose clock is ahead of the others by an undo time. */
let ahead: Books
beforeAll(async () => {
  bank = await openTestDatabase()
  lanes = await Promise.all([1, 2, 3, 4].map(() => openBooks({ db: bank.db, pinKey, timeoutFactor })))
  books = lanes[0]!
  const clock = () => Date.now() + undoMilliseconds
  ahead = await openBooks({ db: bank.db, pinKey, timeoutFactor, clock })
})
afterAll(async () => {
  await Promise.all([...(lanes ?? []), ahead].map((lane) => lane?.close()))
  await bank?.close()
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const refused = (outcomes: Outcome[], code: string) =>
  outcomes.filter((outcome) => 'refusal' in outcome && outcome.refusal.code === code)
const moved = (outcomes: Outcome[]) => outcomes.filter((outcome) => 'moved' in outcome && outcome.moved)

/** Submits its share of the work to each lane at the same time. */
function inAllLanes<Result>(count: number, work: (lane: Books, index: number) => Promise<Result>) {
  return Promise.all(times(count).map((index) => work(lanes[index % lanes.length]!, index)))
}

describe('concurrent instructions', () => {
  test('of 50 transfers at once with money for one, exactly one is made', async () => {
    for (const lanesUsed of [1, 4]) {
      const alice = await openFundedCustomer(bank.db, books, 100_00n)
      const outcomes = await Promise.all(
        times(50).map((index) => lanes[index % lanesUsed]!.submit(transferOut(books, alice, 60_00n))),
      )
      expect(moved(outcomes)).toHaveLength(1)
      expect(refused(outcomes, 'balance_insufficient')).toHaveLength(49)
      expect(await balanceOf(bank.db, alice.accountId)).toBe(40_00n)
    }
  })

  test('the same transfer 50 times at once has one effect and one answer', async () => {
    for (const lanesUsed of [1, 4]) {
      const alice = await openFundedCustomer(bank.db, books, 100_00n)
      const transfer = transferOut(books, alice, 10_00n)
      const outcomes = await Promise.all(times(50).map((index) => lanes[index % lanesUsed]!.submit(transfer)))
      expect(moved(outcomes)).toHaveLength(1)
      const transactions = outcomes.map((outcome) => 'transaction' in outcome && outcome.transaction)
      for (const transaction of transactions) expect(transaction).toEqual(transactions[0])
      expect(await balanceOf(bank.db, alice.accountId)).toBe(90_00n)
    }
  })

  test('one id used by two users at once belongs to one of them', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const erika = await openFundedCustomer(bank.db, books, 100_00n, 'EUR')
    const id = randomUUID()
    // They share no ledger account, so that only the unique id separates them.
    const outcomes = await inAllLanes(40, (lane, index) =>
      lane.submit(transferOut(books, index % 2 === 0 ? alice : erika, 10_00n, { id })),
    )
    expect(moved(outcomes)).toHaveLength(1)
    expect(refused(outcomes, 'id_reused')).toHaveLength(20)
    const left = (await balanceOf(bank.db, alice.accountId)) + (await balanceOf(bank.db, erika.accountId))
    expect(left).toBe(190_00n)
  })

  test('the same status change many times at once, from several processes, is made once', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    const change = changeStatus(transfer, 'failed')
    const outcomes = await inAllLanes(40, (lane) => lane.submit(change))
    expect(moved(outcomes)).toHaveLength(1)
    expect(refused(outcomes, 'id_reused')).toHaveLength(0)
    expect(await balanceOf(bank.db, alice.accountId)).toBe(100_00n)
  })

  // The first of two decisions on a pending transfer, and how the other one is refused.
  const decisions = [
    ['a settlement', 'taken_back_by_sender'],
    ['a release by a process whose clock is 5 s ahead', 'release_not_due'],
  ] as const
  for (const [what, refusal] of decisions) {
    test(`of a sender’s taking back and ${what} at once one is made, and the sum of the day is right after each`, async () => {
      const isRelease = refusal === 'release_not_due'
      const alice = await openFundedCustomer(bank.db, books, 10_000_00n)
      const bruno = await openCustomer(bank.db)
      // CANCELS=1000 npx vitest run --project server races
      const count = Number(process.env.CANCELS ?? 20)
      await bank.db.query(
        `insert into guards (user_id, currency, day, day_sent, month, month_sent)
         values ($1, 'USD', '2000-01-01', 0, '2000-01', 0)`,
        [alice.userId],
      )
      let arrived = 0n
      for (const index of times(count)) {
        const transfer = isRelease
          ? transferInside(books, alice, bruno, 1_00n, { undoMilliseconds })
          : transferOut(books, alice, 1_00n)
        await books.submit(transfer)
        const sender = { userId: alice.userId, beneficiary: 'dana' }
        const success = { ...changeStatus(transfer, 'success'), sender, seen: 'pending' as const }
        const back = {
          ...changeStatus(transfer, 'failed'),
          sender,
          madeBy: alice.userId,
          releasedAt: isRelease ? 0 : Date.now() + 60_000,
        }
        const lane = lanes[index % lanes.length]!
        const release = () => ahead.submit({ ...success, madeBy: alice.userId, isRelease })
        const decide = () => (isRelease ? release() : books.submit(success))
        const takeBack = () => lane.submit(back)
        // Each is the first to be submitted as often as the other.
        const [decided, taken] =
          index % 2 === 0
            ? await Promise.all([decide(), takeBack()])
            : (await Promise.all([takeBack(), decide()])).toReversed()
        const outcomes = [decided!, taken!]
        expect(moved(outcomes)).toHaveLength(1)
        const hasArrived = 'moved' in decided!
        expect(refused(outcomes, hasArrived ? 'transfer_released' : refusal)).toHaveLength(1)
        if (hasArrived) arrived += 1_00n
        const { rows } = await bank.db.query<{ day_sent: bigint }>(
          'select day_sent from guards where user_id = $1',
          [alice.userId],
        )
        expect(rows[0]!.day_sent).toBe(arrived)
      }
      expect(await balanceOf(bank.db, alice.accountId)).toBe(10_000_00n - arrived)
      expect(await balanceOf(bank.db, bruno.accountId)).toBe(isRelease ? arrived : 0n)
    })
  }

  test('concurrent changes to success, failed and success are made once each, with the money in one position', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    const changes = (['success', 'failed', 'success'] as const).map((status) =>
      changeStatus(transfer, status),
    )
    const twice = [...changes, ...changes]
    const outcomes = await inAllLanes(6, (lane, index) => lane.submit(twice[index]!))
    expect(refused(outcomes, 'id_reused')).toHaveLength(0)
    const { rows } = await bank.db.query<{ id: string; status: string }>(
      'select id, status from transactions where id = $1',
      [transfer.facts.id],
    )
    const held = await balanceOf(bank.db, alice.accountId)
    expect(held).toBe(rows[0]?.status === 'failed' ? 100_00n : 60_00n)
  })

  test('alice pays bruno while bruno pays alice, in five lanes of three processes: no deadlock', async () => {
    const [alice, bruno] = await Promise.all(
      times(2).map(() => openFundedCustomer(bank.db, books, 1_000_00n)),
    )
    const backAndForth = (customers: readonly [Customer, Customer]) =>
      times(60).map((index) =>
        index % 2 === 0
          ? transferInside(books, customers[0], customers[1], 1_00n)
          : transferInside(books, customers[1], customers[0], 1_00n),
      )
    // Groups of two, so that batches stay small and compete often.
    const groupsOf = (instructions: ReturnType<typeof backAndForth>) =>
      times(instructions.length / 2).map((index) => instructions.slice(2 * index, 2 * index + 2))
    const inThisProcess = lanes.slice(0, 3).map(async (lane, index) => {
      const pair = index % 2 === 0 ? ([alice!, bruno!] as const) : ([bruno!, alice!] as const)
      const outcomes: Outcome[] = []
      for (const group of groupsOf(backAndForth(pair))) {
        outcomes.push(...(await Promise.all(group.map((each) => lane.submit(each)))))
      }
      return outcomes
    })
    const inOthers = [[alice!, bruno!] as const, [bruno!, alice!] as const].map(async (pair) => {
      const answers = await runInLaneProcess({
        address: bank.programAddress,
        groups: groupsOf(backAndForth(pair)),
        timeoutFactor,
      })
      return answers.map(({ outcome }) => outcome)
    })
    const outcomes = (await Promise.all([...inThisProcess, ...inOthers])).flat()
    expect(moved(outcomes)).toHaveLength(5 * 60)
    expect(await balanceOf(bank.db, alice!.accountId)).toBe(1_000_00n)
    const { rows } = await bank.db.query<{ deadlocks: bigint }>(
      'select pg_stat_get_db_deadlocks(oid) as deadlocks from pg_database where datname = current_database()',
    )
    expect(rows[0]?.deadlocks).toBe(0n)
  })
})

describe('concurrent PINs', () => {
  test('of 200 wrong PINs at once over several lanes five are compared, and the right one is refused too', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const before = await rowCounts(bank.db)
    const outcomes = await inAllLanes(200, (lane) =>
      lane.submit(transferOut(books, alice, 1_00n, { pin: '4321' })),
    )
    expect(refused(outcomes, 'pin_incorrect')).toHaveLength(4)
    const locked = refused(outcomes, 'pin_locked')
    expect(locked).toHaveLength(196)
    const closing = locked.filter(
      (outcome) => 'refusal' in outcome && outcome.refusal.code === 'pin_locked' && outcome.refusal.byThisTry,
    )
    expect(closing).toHaveLength(1)
    const withTheRightOne = await inAllLanes(8, (lane) => lane.submit(transferOut(books, alice, 1_00n)))
    expect(refused(withTheRightOne, 'pin_locked')).toHaveLength(8)
    expect(await rowCounts(bank.db)).toEqual(before)
  })

  test('among concurrent wrong PINs the right one is accepted only before the fifth wrong one in a row', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const outcomes = await inAllLanes(100, (lane, index) =>
      lane.submit(transferOut(books, alice, 1_00n, { pin: index === 50 ? alice.pin : '4321' })),
    )
    const looked = moved(outcomes).length + refused(outcomes, 'pin_incorrect').length
    // Four wrong ones, the right one, which resets the count, four more, and the one that locks the PIN.
    expect(looked).toBeLessThanOrEqual(9)
    expect(refused(outcomes, 'pin_locked').length).toBe(100 - looked)
  })

  test('a right PIN resets the count, and the lock expires after half an hour', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const lane = await openBooks({ db: bank.db, pinKey, timeoutFactor, clock: () => now })
    const alice = await openFundedCustomer(bank.db, lane, 100_00n)
    const send = (pin: string) => lane.submit(transferOut(books, alice, 1_00n, { pin }))
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await send('0000')).toEqual({ refusal: { code: 'pin_incorrect', triesLeft } })
    }
    expect(await send(alice.pin)).toMatchObject({ moved: true })
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await send('0000')).toEqual({ refusal: { code: 'pin_incorrect', triesLeft } })
    }
    const lockedUntil = now + 30 * 60_000
    const locked = { code: 'pin_locked', lockedUntil }
    expect(await send('0000')).toEqual({ refusal: { ...locked, byThisTry: true } })
    now = lockedUntil - 1
    expect(await send(alice.pin)).toEqual({ refusal: { ...locked, byThisTry: false } })
    now = lockedUntil
    expect(await send('0000')).toEqual({ refusal: { code: 'pin_incorrect', triesLeft: 4 } })
    expect(await send(alice.pin)).toMatchObject({ moved: true })
    await lane.close()
  })
})

describe('a concurrent deactivation', () => {
  test('after a deactivation is committed, no transfer that was under way or comes later is made', async () => {
    const alice = await openCustomer(bank.db)
    await books.submit(funding(books, alice, 1_000_00n))
    let deactivated = false
    const sending = lanes.map(async (lane) => {
      const late: Outcome[] = []
      for (let after = 0; after < 10; ) {
        const isLate = deactivated
        const outcome = await lane.submit(transferOut(books, alice, 1n))
        if (!isLate) continue
        late.push(outcome)
        after++
      }
      return late
    })
    const entriesThen = await inTransaction(bank.db, async (connection) => {
      const { rows } = await connection.query<{ entry_seq: bigint }>(
        'select entry_seq from ledger_accounts where id = $1 for no key update',
        [alice.accountId],
      )
      await connection.query('update accounts set is_active = false where id = $1', [alice.accountId])
      return rows[0]!.entry_seq
    })
    deactivated = true
    const late = (await Promise.all(sending)).flat()
    expect(refused(late, 'account_inactive')).toHaveLength(40)
    const { rows } = await bank.db.query('select entry_seq from ledger_accounts where id = $1', [
      alice.accountId,
    ])
    expect(rows[0].entry_seq).toBe(entriesThen)
  })

  for (const isolation of ['read committed', 'repeatable read', 'serializable']) {
    test(`a transfer that waited for a deactivation is refused, in a database whose default is ${isolation}`, async () => {
      const superuser = await connectOnce(bank.ownerAddress)
      const setDefault = (value: string) =>
        superuser.query(
          `alter database ${bank.ownerAddress.database} set default_transaction_isolation = ${value}`,
        )
      await setDefault(`'${isolation}'`)
      const lane = await openBooks({ db: bank.db, pinKey, timeoutFactor })
      const alice = await openFundedCustomer(bank.db, lane, 100_00n)
      let outcome: Promise<Outcome> | undefined
      await inTransaction(bank.db, async (connection) => {
        await connection.query('select from ledger_accounts where id = $1 for no key update', [
          alice.accountId,
        ])
        outcome = lane.submit(transferOut(lane, alice, 1_00n))
        await waitUntil(async () => {
          const { rows } = await superuser.query<{ waits: boolean }>(
            `select count(*) > 0 as waits from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0]!.waits
        })
        await connection.query('update accounts set is_active = false where id = $1', [alice.accountId])
      })
      expect(await outcome).toEqual({ refusal: { code: 'account_inactive' } })
      await setDefault('default')
      await superuser.end()
      await lane.close()
    })
  }
})
