import { describe, expect, test } from 'vitest'
import { alice, type Changeable, change, rightBooks } from '../test/right-books.ts'
import type { Books } from './books-rows.ts'
import { checkDayLimits } from './check-day-limits.ts'

test('the check of day limits finds nothing wrong with what is counted and within the limit', () => {
  expect(checkDayLimits(rightBooks())).toEqual([])
})

describe('the check of day limits reports', () => {
  const cases: [wrong: string, what: string, spoil: (books: Changeable<Books>) => unknown][] = [
    [
      'a transfer that is not counted',
      'wrong total',
      (books) => change(books.dayLimits, () => true, { sent: 400n }),
    ],
    [
      'a sum above the limit',
      'above a limit',
      (books) => change(books.dayLimits, () => true, { limit: 499n }),
    ],
    [
      'a transfer from another account of the customer that is not counted',
      'wrong total',
      (books) => {
        books.accounts.push({ id: 9n, number: '1000000009', userId: 'alice' })
        books.transactions.push({ ...books.transactions[1]!, id: 'other', source: 9n })
      },
    ],
  ]
  for (const [wrong, what, spoil] of cases) {
    test(wrong, () => {
      const books = rightBooks()
      spoil(books)
      expect(checkDayLimits(books).map((finding) => finding.what)).toEqual([what])
    })
  }

  test('nothing for money that a customer moves between their accounts, or sent on another day', () => {
    const books = rightBooks()
    books.accounts.push({ id: 9n, number: '1000000009', userId: 'alice' })
    const [, out] = books.transactions
    books.transactions.push(
      { ...out!, id: 'own', source: alice, destination: 9n },
      { ...out!, id: 'before', day: '2026-11-20' },
    )
    expect(checkDayLimits(books)).toEqual([])
  })
})
