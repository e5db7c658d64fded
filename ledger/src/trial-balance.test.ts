import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideAndWrite, rowsOf } from '../test/books.ts'
import {
  alice,
  changeStatus,
  minute,
  noon,
  openBank,
  own,
  transferInside,
  transferOut,
  uuid,
} from '../test/small-bank.ts'
import { totalsFault, transactionFault, trialBalance } from './trial-balance.ts'

type Rows = ReturnType<typeof rowsOf>

/** Books with every kind of transaction, one of them successful and one returned. */
function fullBooks(): Rows {
  const out = transferOut({ id: uuid(201), amountMinor: 4_000n })
  const back = transferOut({ id: uuid(202), amountMinor: 300n })
  const commands = [
    out,
    changeStatus(out, 'success', uuid(301)),
    back,
    changeStatus(back, 'failed', uuid(302)),
    transferInside({ id: uuid(203), amountMinor: 200n }),
    transferOut({ id: uuid(204), amountMinor: 100n }),
  ]
  return rowsOf(decideAndWrite(openBank(), commands, noon).books)
}

test('books written by decide() alone are in balance', () => {
  expect(trialBalance(fullBooks())).toBeNull()
})

test('books in which nothing has happened are in balance', () => {
  expect(trialBalance({ ledgerAccounts: [], entries: [], postings: [], transactions: [] })).toBeNull()
})

describe('a wrong row is named', () => {
  const a = alice.ledgerAccountId
  const cases: [name: string, spoil: (rows: Rows) => Rows, named: string][] = [
    [
      'a balance that was raised',
      alter('ledgerAccounts', (row) => row.id === a, { balanceMinor: 9_999_999n }),
      `ledger account ${a} has the balance 9999999`,
    ],
    [
      'a count of entries that is off',
      alter('ledgerAccounts', (row) => row.id === a, { entrySeq: 3n }),
      `ledger account ${a} counts 3 entries`,
    ],
    [
      'a last booking that is off',
      alter('ledgerAccounts', (row) => row.id === a, { lastBookedAt: noon + 1 }),
      `ledger account ${a} was last booked`,
    ],
    [
      'an account that is gone',
      without('ledgerAccounts', (row) => row.id === a),
      `ledger account ${a} is missing`,
    ],
    [
      'an entry that is gone',
      without('entries', (row) => row.ledgerAccountId === a && row.seq === 2n),
      `entry 3 of ledger account ${a} follows entry 1`,
    ],
    [
      'an entry of another amount',
      alter('entries', (row) => row.ledgerAccountId === a && row.seq === 2n, { amountMinor: -1n }),
      `entry 2 of ledger account ${a} has the balance`,
    ],
    [
      'an entry with another balance',
      alter('entries', (row) => row.ledgerAccountId === a && row.seq === 2n, { balanceMinor: 1n }),
      `entry 2 of ledger account ${a} has the balance 1`,
    ],
    [
      'an entry below the floor',
      alter('ledgerAccounts', (row) => row.id === a, { floorMinor: 6_000n }),
      `entry 3 of ledger account ${a} has the balance 5700, below the floor 6000`,
    ],
    [
      'an entry that is booked before the one before it',
      alter('entries', (row) => row.ledgerAccountId === a && row.seq === 3n, { bookedAt: noon - minute }),
      `entry 3 of ledger account ${a} is booked before entry 2`,
    ],
    [
      'an entry of another posting',
      alter('entries', (row) => row.ledgerAccountId === a && row.seq === 2n, { postingId: uuid(301) }),
      `posting ${uuid(201)} has 1 entries`,
    ],
    [
      'a posting of another amount',
      alter('postings', (row) => row.id === uuid(203), { amountMinor: 1n }),
      `posting ${uuid(203)} has an entry of -200`,
    ],
    [
      'a posting from another account',
      alter('postings', (row) => row.id === uuid(203), { debit: own.USD.settlement }),
      `posting ${uuid(203)} has no entry on ledger account 1`,
    ],
    [
      'a posting to the account it came from',
      alter('postings', (row) => row.id === uuid(203), { credit: a }),
      `posting ${uuid(203)} moves money from a ledger account to itself`,
    ],
    [
      'a posting of another moment',
      alter('postings', (row) => row.id === uuid(203), { bookedAt: noon + 1 }),
      `posting ${uuid(203)} and its entry on ledger account ${a} differ`,
    ],
    [
      'a posting that is gone',
      without('postings', (row) => row.id === uuid(301)),
      `posting ${uuid(301)} is missing`,
    ],
    [
      'a posting of a transaction that is gone',
      without('transactions', (row) => row.id === uuid(203)),
      `transaction ${uuid(203)} is missing`,
    ],
    [
      'a posting of another transaction',
      alter('postings', (row) => row.id === uuid(302), { transactionId: uuid(201) }),
      `posting ${uuid(302)} of transaction ${uuid(201)} moves 300`,
    ],
    [
      'a posting that gave another status',
      alter('postings', (row) => row.id === uuid(301), { status: 'failed' }),
      `posting ${uuid(301)} of transaction ${uuid(201)} made it failed`,
    ],
    [
      'a transaction of another amount',
      alter('transactions', (row) => row.id === uuid(203), { amountMinor: 1n }),
      `posting ${uuid(203)} of transaction ${uuid(203)} moves 200, not 1`,
    ],
    [
      'a transaction with a status its money has not followed',
      alter('transactions', (row) => row.id === uuid(201), { status: 'failed' }),
      `transaction ${uuid(201)} is failed`,
    ],
    [
      'a transaction that began otherwise',
      alter('transactions', (row) => row.id === uuid(203), { firstStatus: 'pending' }),
      `transaction ${uuid(203)} did not begin`,
    ],
    [
      'a transaction of another author',
      alter('transactions', (row) => row.id === uuid(203), { madeBy: uuid(5) }),
      `transaction ${uuid(203)} was made by ${uuid(5)}, its first posting by ${alice.userId}`,
    ],
    [
      'a transaction of another moment',
      alter('transactions', (row) => row.id === uuid(203), { createdAt: noon + 1 }),
      `transaction ${uuid(203)} was made at`,
    ],
    [
      'a transaction that no posting opened',
      (rows) => ({
        ...rows,
        transactions: [...rows.transactions, { ...rows.transactions[0]!, id: uuid(299) }],
      }),
      `transaction ${uuid(299)} has no first posting`,
    ],
    [
      'a transaction through other accounts',
      alter('transactions', (row) => row.id === uuid(204), {
        route: { source: 14n, inTransit: own.USD.inTransit, destination: own.USD.settlement },
      }),
      `posting ${uuid(204)} of transaction ${uuid(204)} takes the money from ledger account ${a}`,
    ],
    [
      'a transaction that ends where it began',
      alter('transactions', (row) => row.id === uuid(204), {
        route: { source: a, inTransit: own.USD.inTransit, destination: a },
      }),
      `transaction ${uuid(204)} has the same ledger account in two positions`,
    ],
    [
      'a transaction in another currency',
      alter('transactions', (row) => row.id === uuid(204), { currency: 'GBP' }),
      `posting ${uuid(204)} of transaction ${uuid(204)} is in GBP`,
    ],
  ]
  for (const [name, spoil, named] of cases) {
    test(name, () => {
      expect(trialBalance(spoil(fullBooks()))).toContain(named)
    })
  }

  test('a transaction whose first posting did not take the money from its source', () => {
    const rows = fullBooks()
    const settled = rows.transactions.find((transaction) => transaction.id === uuid(201))!
    const [opening, settling] = [uuid(201), uuid(301)].map(
      (id) => rows.postings.find((row) => row.id === id)!,
    )
    // The two postings have exchanged their ids: together they still move the money to the right position.
    const swapped = [
      { ...opening!, id: settling!.id },
      { ...settling!, id: opening!.id },
    ]
    expect(transactionFault({ ...settled, firstStatus: 'success' }, swapped, () => 'USD')).toBe(
      `transaction ${uuid(201)} did not begin as it says`,
    )
  })

  test('a currency whose balances do not add up to zero is named', () => {
    expect(
      totalsFault(
        new Map([
          ['USD', 0n],
          ['EUR', 1n],
        ]),
      ),
    ).toBe('the balances in EUR add up to 1, not to 0')
  })

  test('created money is found although the rows of each account are in order', () => {
    const rows = fullBooks()
    const made = {
      ledgerAccountId: 6n,
      seq: 1n,
      amountMinor: 5n,
      balanceMinor: 5n,
      postingId: uuid(399),
      bookedAt: noon,
    }
    const ledgerAccounts = rows.ledgerAccounts.map((row) =>
      row.id === 6n ? { ...row, balanceMinor: 5n, entrySeq: 1n, lastBookedAt: noon } : row,
    )
    expect(trialBalance({ ...rows, ledgerAccounts, entries: [...rows.entries, made] })).toBe(
      `posting ${uuid(399)} is missing, but has entries`,
    )
  })
})

test('a change to any number of an entry, a posting or a balance is found', () => {
  const numbers = {
    entries: ['seq', 'amountMinor', 'balanceMinor', 'ledgerAccountId'],
    postings: ['amountMinor', 'debit', 'credit'],
    ledgerAccounts: ['balanceMinor', 'entrySeq'],
    transactions: ['amountMinor'],
  } as const
  const rows = fullBooks()
  const position = fc
    .constantFrom(...(Object.keys(numbers) as (keyof typeof numbers)[]))
    .chain((table) =>
      fc.tuple(
        fc.constant(table),
        fc.nat({ max: rows[table].length - 1 }),
        fc.constantFrom<string>(...numbers[table]),
      ),
    )
  const difference = fc.bigInt({ min: -20n, max: 20n }).filter((by) => by !== 0n)
  fc.assert(
    fc.property(position, difference, ([table, at, column], by) => {
      const spoilt = rows[table].map((row, n) =>
        n === at ? { ...row, [column]: (row as unknown as Record<string, bigint>)[column]! + by } : row,
      )
      expect(trialBalance({ ...rows, [table]: spoilt })).not.toBeNull()
    }),
    { numRuns: 500 },
  )
})

type Row<Table extends keyof Rows> = Rows[Table][number]

function alter<Table extends keyof Rows>(
  table: Table,
  which: (row: Row<Table>) => boolean,
  columns: Partial<Row<Table>>,
) {
  return (rows: Rows): Rows => {
    const all: readonly Row<Table>[] = rows[table]
    return { ...rows, [table]: all.map((row) => (which(row) ? { ...row, ...columns } : row)) }
  }
}

function without<Table extends keyof Rows>(table: Table, which: (row: Row<Table>) => boolean) {
  return (rows: Rows): Rows => {
    const all: readonly Row<Table>[] = rows[table]
    return { ...rows, [table]: all.filter((row) => !which(row)) }
  }
}
