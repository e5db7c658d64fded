import { describe, expect, test } from 'vitest'
import { decideAndWrite } from '../test/books.ts'
import {
  alice,
  balanceOf,
  changeStatus,
  funding,
  minute,
  noon,
  openBank,
  own,
  transferOut,
  uuid,
  withAccount,
} from '../test/small-bank.ts'
import { decide } from './decide.ts'
import { int64Max } from './money.ts'

const int64Min = -int64Max - 1n

describe('the largest numbers the books can hold', () => {
  const oneCent = transferOut({ id: uuid(201), amountMinor: 1n })
  const cases: [name: string, id: bigint, balanceMinor: bigint, code: string | null][] = [
    ['the last cent that fits is taken in', own.USD.inTransit, int64Max - 1n, null],
    ['a cent that no longer fits is refused', own.USD.inTransit, int64Max, 'amount_too_large'],
  ]
  for (const [name, id, balanceMinor, code] of cases) {
    test(name, () => {
      const [outcome] = decide(withAccount(openBank(), id, { balanceMinor }), [oneCent], noon).outcomes
      expect(outcome).toEqual(
        code === null ? expect.objectContaining({ moved: true }) : { refusal: { code } },
      )
    })
  }

  test('an internal account may fall to the lowest 64-bit number, and no lower', () => {
    const books = withAccount(openBank(), own.USD.settlement, { balanceMinor: int64Min + 1n })
    const { outcomes, books: after } = decideAndWrite(
      books,
      [funding({ id: uuid(201), amountMinor: 1n }), funding({ id: uuid(202), amountMinor: 1n })],
      noon,
    )
    expect(outcomes[1]).toEqual({ refusal: { code: 'amount_too_large' } })
    expect(balanceOf(after, own.USD.settlement)).toBe(int64Min)
  })

  test('the largest amount can be sent by a customer who has it', () => {
    const books = withAccount(openBank(), alice.ledgerAccountId, { balanceMinor: int64Max })
    const all = transferOut({ id: uuid(201), amountMinor: int64Max }, { limitMinor: int64Max })
    expect(balanceOf(decideAndWrite(books, [all], noon).books, own.USD.inTransit)).toBe(int64Max)
  })

  test('an account too full for the money to come back keeps the transfer where it is', () => {
    const { books } = decideAndWrite(openBank(), [oneCent], noon)
    const full = withAccount(books, alice.ledgerAccountId, { balanceMinor: int64Max })
    const { outcomes } = decide(full, [changeStatus(oneCent, 'failed', uuid(301))], noon)
    expect(outcomes).toEqual([{ refusal: { code: 'amount_too_large' } }])
  })
})

describe('a floor', () => {
  test('a floor below zero allows the account to be overdrawn down to it', () => {
    const books = withAccount(openBank(), alice.ledgerAccountId, { floorMinor: -500n })
    const { outcomes } = decide(
      books,
      [transferOut({ id: uuid(201), amountMinor: 10_500n }), transferOut({ id: uuid(202), amountMinor: 1n })],
      noon,
    )
    expect(outcomes[0]).toMatchObject({ moved: true })
    expect(outcomes[1]).toEqual({ refusal: { code: 'balance_insufficient' } })
  })
})

describe('a clock that was set back', () => {
  const { books } = decideAndWrite(openBank(), [transferOut({ id: uuid(201), amountMinor: 1n })], noon)
  const anHourBack = noon - 60 * minute

  test('a clock that was set back books nothing before an earlier entry of the account', () => {
    const { rows } = decide(books, [transferOut({ id: uuid(202), amountMinor: 1n })], anHourBack)
    expect(rows.entries.map((entry) => entry.bookedAt)).toEqual([noon, noon])
    expect(rows.transactions.map((transaction) => transaction.createdAt)).toEqual([noon])
    expect(rows.ledgerAccounts.map((account) => account.lastBookedAt)).toEqual([noon, noon])
  })

  test('a clock that was set back books the debit no earlier than the last entry of the credit account', () => {
    const later = withAccount(books, own.USD.settlement, { lastBookedAt: noon + minute })
    const { rows } = decide(later, [funding({ id: uuid(202), amountMinor: 1n })], anHourBack)
    expect(rows.postings.map((posting) => posting.bookedAt)).toEqual([noon + minute])
  })

  test('a clock that was set back does not delay an account without a later entry', () => {
    const { rows } = decide(openBank(), [funding({ id: uuid(202), amountMinor: 1n })], anHourBack)
    expect(rows.postings.map((posting) => posting.bookedAt)).toEqual([anHourBack])
  })
})

describe('a status change into another currency', () => {
  test('a status change to a position in another currency is refused', () => {
    const opened = transferOut({ id: uuid(201), amountMinor: 1n })
    const route = { ...opened.facts.route, destination: own.EUR.settlement }
    const crossed = { ...opened, facts: { ...opened.facts, route } }
    const { outcomes, rows } = decide(
      openBank(),
      [crossed, changeStatus(crossed, 'success', uuid(301))],
      noon,
    )
    expect(outcomes[1]).toEqual({ refusal: { code: 'currency_different' } })
    expect(rows.postings).toHaveLength(1)
  })
})
