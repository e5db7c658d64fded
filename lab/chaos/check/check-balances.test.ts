import { expect, test } from 'vitest'
import { alice, bruno, change, entry, rightBooks, without } from '../test/right-books.ts'
import { namesWhatIsWrong } from '../test/spoilt-books.ts'
import { checkBalances } from './check-balances.ts'

test('books whose entries and balances agree are found in order', () => {
  expect(checkBalances(rightBooks())).toEqual([])
})

namesWhatIsWrong(checkBalances, [
  [
    'a missing entry',
    'lost',
    /entry 3 of ledger account 3 follows entry 1/,
    (books) => {
      books.entries = without(books.entries, ({ account, seq }) => account === alice && seq === 2n)
    },
  ],
  [
    'a customer below zero now',
    'negative',
    /ledger account 4 has -5/,
    (books) => change(books.ledgerAccounts, ({ id }) => id === bruno, { balance: -5n }),
  ],
  [
    'a customer who was below zero once',
    'negative',
    /entry 2 of ledger account 3 says -1/,
    (books) => change(books.entries, ({ account, seq }) => account === alice && seq === 2n, { balance: -1n }),
  ],
  [
    'money made out of nothing',
    'wrong total',
    /entries in USD come to 7/,
    (books) => books.entries.push(entry(bruno, 2n, 7n, 107n, 'inside')),
  ],
  [
    'a balance that is not the sum of its entries',
    'wrong balance',
    /ledger account 4 has 105, its entries come to 100/,
    (books) => change(books.ledgerAccounts, ({ id }) => id === bruno, { balance: 105n }),
  ],
  [
    'an entry whose balance does not follow',
    'wrong balance',
    /entry 4 of ledger account 3 says 901/,
    (books) =>
      change(books.entries, ({ account, seq }) => account === alice && seq === 4n, { balance: 901n }),
  ],
])
