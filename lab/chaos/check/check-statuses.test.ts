import { expect, test } from 'vitest'
import { alice, bruno, change, entry, inTransit, posting, rightBooks, without } from '../test/right-books.ts'
import { namesWhatIsWrong } from '../test/spoilt-books.ts'
import { checkStatuses } from './check-statuses.ts'

test('books whose money is where the statuses say are found in order', () => {
  expect(checkStatuses(rightBooks())).toEqual([])
})

namesWhatIsWrong(checkStatuses, [
  [
    'a posting whose money moved twice',
    'duplicated',
    /posting inside has the entries/,
    (books) =>
      books.entries.push(entry(alice, 5n, -100n, 800n, 'inside'), entry(bruno, 2n, 100n, 200n, 'inside')),
  ],
  [
    'entries of a posting that there is not',
    'invented',
    /entries of posting inside, which there is not/,
    (books) => {
      books.postings = without(books.postings, ({ id }) => id === 'inside')
    },
  ],
  [
    'a status without its money',
    'illegal status',
    /transaction out of 400 is success/,
    (books) => change(books.transactions, ({ id }) => id === 'out', { status: 'success' }),
  ],
  [
    'money that came back twice',
    'illegal status',
    /transaction out of 400 is failed, and moved -400, 400, 400 on ledger account 3/,
    (books) => {
      books.postings.push(posting('again', 'out', 'failed', inTransit, alice, 400n))
      books.entries.push(entry(inTransit, 3n, -400n, -400n, 'again'), entry(alice, 5n, 400n, 1_300n, 'again'))
    },
  ],
  [
    'a posting that leads somewhere else than its status',
    'illegal status',
    /posting return of transaction out says success and moves 400 to 3/,
    (books) => change(books.postings, ({ id }) => id === 'return', { status: 'success' }),
  ],
])
