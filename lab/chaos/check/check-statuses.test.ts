import { expect, test } from 'vitest'
import { alice, bruno, change, entry, inTransit, posting, rightBooks, without } from '../test/right-books.ts'
import { testFindings } from '../test/spoilt-books.ts'
import { checkStatuses } from './check-statuses.ts'

test('the status check finds nothing wrong with consistent books', () => {
  expect(checkStatuses(rightBooks())).toEqual([])
})

testFindings('the status check reports', checkStatuses, rightBooks, [
  [
    'a posting with the entries of two',
    'duplicated',
    /posting inside has the entries/,
    (books) =>
      books.entries.push(entry(alice, 5n, -100n, 800n, 'inside'), entry(bruno, 2n, 100n, 200n, 'inside')),
  ],
  [
    'entries without their posting',
    'invented',
    /entries of posting inside, which does not exist/,
    (books) => {
      books.postings = without(books.postings, ({ id }) => id === 'inside')
    },
  ],
  [
    'a status whose money is elsewhere',
    'illegal status',
    /transaction out of 400 is success/,
    (books) => change(books.transactions, ({ id }) => id === 'out', { status: 'success' }),
  ],
  [
    'money that was returned twice',
    'illegal status',
    /transaction out of 400 is failed, and moved -400, 400, 400 on ledger account 3/,
    (books) => {
      books.postings.push(posting('again', 'out', 'failed', inTransit, alice, 400n))
      books.entries.push(entry(inTransit, 3n, -400n, -400n, 'again'), entry(alice, 5n, 400n, 1_300n, 'again'))
    },
  ],
  [
    'a posting that moves money elsewhere than its status says',
    'illegal status',
    /posting return of transaction out has status success and moves 400 to 3/,
    (books) => change(books.postings, ({ id }) => id === 'return', { status: 'success' }),
  ],
])
