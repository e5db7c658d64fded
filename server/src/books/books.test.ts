import { randomUUID } from 'node:crypto'
import type { Outcome } from '@bank/ledger/decide'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  balanceOf,
  changeStatus,
  funding,
  harbour,
  openCustomer,
  openFundedCustomer,
  pinKey,
  rowCounts,
  transferInside,
  transferOut,
} from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { type Books, openBooks } from './books.ts'

let bank: TestDatabase
let books: Books
beforeAll(async () => {
  bank = await openTestDatabase()
  books = await openBooks({ db: bank.db, pinKey, timeoutFactor })
})
afterAll(async () => {
  await books?.close()
  await bank?.close()
})

const refusalOf = (outcome: Outcome) => ('refusal' in outcome ? outcome.refusal.code : undefined)

describe('changing the status of a $40.00 transfer out of $100.00', () => {
  for (const [path, balance] of [
    ['pending', 60_00n],
    ['pending success', 60_00n],
    ['pending failed', 100_00n],
    ['pending pending', 60_00n],
    ['pending success failed', 100_00n],
    ['pending success pending', 60_00n],
    ['pending success success', 60_00n],
    ['pending failed pending', 60_00n],
    ['pending failed success', 60_00n],
    ['pending failed success failed', 100_00n],
    ['pending success failed pending success', 60_00n],
  ] as const) {
    test(`${path.replaceAll(' ', ' to ')} leaves $${balance / 100n}.00`, async () => {
      const alice = await openFundedCustomer(bank.db, books, 100_00n)
      const transfer = transferOut(books, alice, 40_00n)
      await books.submit(transfer)
      const [, ...changes] = path.split(' ') as ('pending' | 'success' | 'failed')[]
      for (const status of changes) {
        const outcome = await books.submit(changeStatus(transfer, status))
        expect(outcome).toMatchObject({ transaction: { status } })
      }
      expect(await balanceOf(bank.db, alice.accountId)).toBe(balance)
    })
  }

  test('a change to the current status moves nothing and succeeds', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    const before = await rowCounts(bank.db)
    expect(await books.submit(changeStatus(transfer, 'pending'))).toMatchObject({ moved: false })
    expect(await rowCounts(bank.db)).toEqual(before)
  })

  test('a no-op change that is repeated after another change moves nothing', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    const noOp = changeStatus(transfer, 'pending')
    expect(await books.submit(noOp)).toMatchObject({ moved: false, replayed: false })
    await books.submit(changeStatus(transfer, 'failed'))
    // The first answer, whatever the current status is.
    const again = { transaction: { status: 'pending' }, moved: false, replayed: true }
    expect(await books.submit(noOp)).toMatchObject(again)
    expect(await balanceOf(bank.db, alice.accountId)).toBe(100_00n)
    // Its id cannot be used for another transfer either.
    const other = changeStatus(transfer, 'success', noOp.changeId)
    expect(refusalOf(await books.submit(other))).toBe('id_reused')
  })

  test('a no-op change submitted many times at once is one', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    const noOp = changeStatus(transfer, 'pending')
    const others = await Promise.all([1, 2].map(() => openBooks({ db: bank.db, pinKey, timeoutFactor })))
    const lanes = [books, ...others]
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => lanes[index % 3]!.submit(noOp)),
    )
    for (const outcome of outcomes) expect(outcome).toMatchObject({ transaction: { status: 'pending' } })
    expect(outcomes.filter((outcome) => 'replayed' in outcome && !outcome.replayed)).toHaveLength(1)
    await Promise.all(others.map((lane) => lane.close()))
  })

  test('a change is refused when the money has been spent, and the status stays', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    await books.submit(changeStatus(transfer, 'failed'))
    await books.submit(transferOut(books, alice, 90_00n))
    const before = await rowCounts(bank.db)
    const outcome = await books.submit(changeStatus(transfer, 'success'))
    expect(refusalOf(outcome)).toBe('balance_insufficient')
    expect(await rowCounts(bank.db)).toEqual(before)
    expect(await balanceOf(bank.db, alice.accountId)).toBe(10_00n)
    expect(await books.submit(changeStatus(transfer, 'failed'))).toMatchObject({ moved: false })
  })

  test('a failed transfer inside the bank returns the money from the receiver, if it is still there', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const bruno = await openCustomer(bank.db, { isActive: false })
    const transfer = transferInside(books, alice, bruno, 40_00n)
    await books.submit(transfer)
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(40_00n)
    await books.submit(changeStatus(transfer, 'failed'))
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(0n)
    expect(await balanceOf(bank.db, alice.accountId)).toBe(100_00n)
  })
})

test('administrators’ acts of one batch are audited in its order, and neither a refusal nor a replay nor a no-op is', async () => {
  const alice = await openFundedCustomer(bank.db, books, 100_00n)
  const transfer = transferOut(books, alice, 40_00n)
  const audit = { action: 'account_funded' as const, target: alice.userId }
  const changes = (['success', 'success', 'failed'] as const).map((status) => changeStatus(transfer, status))
  const tooMuch = { ...funding(books, alice, 5_00n), limitMinor: 4_00n }
  const fund = funding(books, alice, 5_00n)
  const acts = [fund, ...changes, changes[0]!, tooMuch, fund].map((act) => ({ ...act, audit }))
  await books.submit(transfer)
  const before = await rowCounts(bank.db)
  // The others arrive while the first is under way and form one batch.
  await Promise.all(acts.map((act) => books.submit(act)))
  expect((await rowCounts(bank.db)).batches).toBe(before.batches! + 2n)
  const { rows } = await bank.db.query(
    `select details - 'transactionId' as details from audit_events where action = $1 order by seq`,
    [audit.action],
  )
  const change = { amount: '40.00', currency: 'USD' }
  expect(rows.map(({ details }) => details)).toEqual([
    { id: fund.facts.id, before: '60.00', after: '65.00', currency: 'USD' },
    { id: changes[0]!.changeId, before: 'pending', after: 'success', ...change },
    { id: changes[2]!.changeId, before: 'success', after: 'failed', ...change },
  ])
})

describe('a refusal leaves no trace in the books', () => {
  const refusals = {
    balance_insufficient: { amountMinor: 100_01n },
    limit_exceeded: { amountMinor: 100_00n, limitMinor: 99_99n },
    pin_incorrect: { amountMinor: 1n, pin: '9999' },
  }
  for (const [code, { amountMinor, ...details }] of Object.entries(refusals)) {
    test(`${code}: no row is written, and the same id can be used again`, async () => {
      const alice = await openFundedCustomer(bank.db, books, 100_00n)
      const before = await rowCounts(bank.db)
      const id = randomUUID()
      const refused = await books.submit(transferOut(books, alice, amountMinor, { id, ...details }))
      expect(refusalOf(refused)).toBe(code)
      expect(await rowCounts(bank.db)).toEqual(before)
      const accepted = await books.submit(transferOut(books, alice, 5_00n, { id }))
      expect(accepted).toMatchObject({ replayed: false, moved: true })
    })
  }

  test('an account that is not active cannot send, but can receive', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const bruno = await openCustomer(bank.db, { isActive: false })
    await books.submit(transferInside(books, alice, bruno, 40_00n))
    const before = await rowCounts(bank.db)
    expect(refusalOf(await books.submit(transferOut(books, bruno, 1_00n)))).toBe('account_inactive')
    expect(await rowCounts(bank.db)).toEqual(before)
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(40_00n)
  })

  test('a transfer to an account in another currency is refused', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const erika = await openCustomer(bank.db, { currency: 'EUR' })
    const before = await rowCounts(bank.db)
    const outcome = await books.submit(transferInside(books, alice, erika, 1_00n))
    expect(refusalOf(outcome)).toBe('currency_different')
    expect(await rowCounts(bank.db)).toEqual(before)
  })

  test('a transfer to an account that does not exist is refused', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const unknown = { ...alice, accountId: 987_654_321n }
    const missing = { ...unknown, userId: randomUUID() }
    expect(refusalOf(await books.submit(transferInside(books, alice, missing, 1n)))).toBe(
      'payee_account_missing',
    )
    expect(refusalOf(await books.submit(transferOut(books, unknown, 1n)))).toBe('account_missing')
  })
})

test('an account may hold and send the largest amount, and is refused one cent more', async () => {
  const most = 2n ** 63n - 1n
  const gwen = await openCustomer(bank.db, { currency: 'GBP' })
  const fund = (amountMinor: bigint) =>
    books.submit({ ...funding(books, gwen, amountMinor), limitMinor: most })
  expect(await fund(most)).toMatchObject({ moved: true })
  const before = await rowCounts(bank.db)
  expect(refusalOf(await fund(1n))).toBe('amount_too_large')
  expect(refusalOf(await fund(most))).toBe('amount_too_large')
  expect(await rowCounts(bank.db)).toEqual(before)
  expect(await balanceOf(bank.db, gwen.accountId)).toBe(most)
  const all = transferOut(books, gwen, most, { limitMinor: most })
  expect(await books.submit(all)).toMatchObject({ moved: true })
  expect(await balanceOf(bank.db, gwen.accountId)).toBe(0n)
})

describe('an accepted id is used for ever', () => {
  test('the same transfer again gets the first answer, whatever has happened since', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 80_00n)
    const first = await books.submit(transfer)
    await books.submit(changeStatus(transfer, 'success'))
    await bank.db.query('update accounts set is_active = false where id = $1', [alice.accountId])
    const again = await books.submit({
      ...transfer,
      authority: { by: 'pin', userId: alice.userId, pin: 'another' },
    })
    expect(again).toEqual({ ...first, replayed: true, moved: false })
    expect(await balanceOf(bank.db, alice.accountId)).toBe(20_00n)
  })

  test('an id with other contents or of another user is refused, and the refusal reveals nothing', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const mallory = await openFundedCustomer(bank.db, books, 100_00n)
    const transfer = transferOut(books, alice, 40_00n)
    await books.submit(transfer)
    const { id } = transfer.facts
    const before = await rowCounts(bank.db)
    const reused = { refusal: { code: 'id_reused' } }
    expect(await books.submit(transferOut(books, alice, 40_01n, { id }))).toEqual(reused)
    const beneficiary = { ...harbour, routingNumber: '011000016' }
    expect(await books.submit(transferOut(books, alice, 40_00n, { id, beneficiary }))).toEqual(reused)
    expect(await books.submit(transferOut(books, mallory, 40_00n, { id }))).toEqual(reused)
    expect(await books.submit(transferOut(books, mallory, 1n, { id, pin: '0000' }))).toEqual(reused)
    expect(await rowCounts(bank.db)).toEqual(before)
  })

  test('a change id used for another status or another transaction is refused', async () => {
    const alice = await openFundedCustomer(bank.db, books, 100_00n)
    const [one, other] = [transferOut(books, alice, 10_00n), transferOut(books, alice, 20_00n)]
    await books.submit(one)
    await books.submit(other)
    const changeId = randomUUID()
    await books.submit(changeStatus(one, 'success', changeId))
    const reused = { refusal: { code: 'id_reused' } }
    expect(await books.submit(changeStatus(one, 'failed', changeId))).toEqual(reused)
    expect(await books.submit(changeStatus(other, 'success', changeId))).toEqual(reused)
    expect(await books.submit(changeStatus(other, 'success', one.facts.id))).toEqual(reused)
    expect(await books.submit(transferOut(books, alice, 1n, { id: changeId }))).toEqual(reused)
  })
})
