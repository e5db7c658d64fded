import { expect, test } from 'vitest'
import { alice, change, rightBooks } from '../test/right-books.ts'
import { testFindings } from '../test/spoilt-books.ts'
import { checkDayLimits } from './check-day-limits.ts'

const further = { id: 9n, number: '1000000009', userId: 'alice' }

test('the check of day limits finds nothing wrong with what is counted and within the limit', () => {
  expect(checkDayLimits(rightBooks())).toEqual([])
})

testFindings('the check of day limits reports', checkDayLimits, rightBooks, [
  [
    'a transfer that is not counted',
    'wrong total',
    /sent 100, and 0 is counted/,
    (books) => change(books.dayLimits, () => true, { sent: 0n }),
  ],
  [
    'a sum above the limit',
    'above a limit',
    /sent 100 of 99/,
    (books) => change(books.dayLimits, () => true, { limit: 99n }),
  ],
  [
    'a transfer from another account of the customer that is not counted',
    'wrong total',
    /sent 200, and 100 is counted/,
    (books) => {
      books.accounts.push(further)
      books.transactions.push({ ...books.transactions[2]!, id: 'other', source: 9n })
    },
  ],
])

test('the check of day limits lets what came back be set back above the limit', () => {
  const books = rightBooks()
  change(books.transactions, ({ id }) => id === 'out', { status: 'pending' })
  change(books.dayLimits, () => true, { sent: 500n })
  expect(checkDayLimits(books)).toEqual([])
})

test('the check of day limits leaves out money between the accounts of a customer, and what was sent on another day', () => {
  const books = rightBooks()
  books.accounts.push(further)
  const [, , inside] = books.transactions
  books.transactions.push(
    { ...inside!, id: 'own', source: alice, destination: 9n },
    { ...inside!, id: 'before', day: '2026-11-20' },
  )
  expect(checkDayLimits(books)).toEqual([])
})
