import { expect, test } from 'vitest'
import { alice, bruno, change, entry, rightBooks, without } from '../test/right-books.ts'
import { testFindings } from '../test/spoilt-books.ts'
import { checkBalances } from './check-balances.ts'

test('the balance check finds nothing wrong with consistent books', () => {
  expect(checkBalances(rightBooks())).toEqual([])
})

testFindings('the balance check reports', checkBalances, rightBooks, [
  [
    'a missing entry',
    'lost',
    /entry 3 of ledger account 3 follows entry 1/,
    (books) => {
      books.entries = without(books.entries, ({ account, seq }) => account === alice && seq === 2n)
    },
  ],
  [
    'a customer whose balance is below zero',
    'negative',
    /ledger account 4 has -5/,
    (books) => change(books.ledgerAccounts, ({ id }) => id === bruno, { balance: -5n }),
  ],
  [
    'a customer whose balance was once below zero',
    'negative',
    /entry 2 of ledger account 3 has the balance -1/,
    (books) => change(books.entries, ({ account, seq }) => account === alice && seq === 2n, { balance: -1n }),
  ],
  [
    'entries that do not add up to zero',
    'wrong total',
    /entries in USD add up to 7/,
    (books) => books.entries.push(entry(bruno, 2n, 7n, 107n, 'inside')),
  ],
  [
    'a balance that is not the sum of its entries',
    'wrong balance',
    /ledger account 4 has 105, its entries add up to 100/,
    (books) => change(books.ledgerAccounts, ({ id }) => id === bruno, { balance: 105n }),
  ],
  [
    'an entry whose balance does not follow from the entry before',
    'wrong balance',
    /entry 4 of ledger account 3 has the balance 901/,
    (books) =>
      change(books.entries, ({ account, seq }) => account === alice && seq === 4n, { balance: 901n }),
  ],
])
