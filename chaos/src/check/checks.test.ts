import { describe, expect, test } from 'vitest'
import type { Finding, LogRecord } from '../records.ts'
import type { Books, EntryRow, PostingRow, TransactionRow } from './books-rows.ts'
import { checkBalances } from './check-balances.ts'
import { checkLog } from './check-log.ts'
import { checkStatuses } from './check-statuses.ts'

// Alice has $10.00 from a funding, sent $4.00 to another bank, which came back, and $1.00 to Bruno. That it came back was said
// twice.
const [settlement, inTransit, alice, bruno] = [1n, 2n, 3n, 4n]

function rightBooks(): Changeable<Books> {
  return {
    ledgerAccounts: [
      { id: settlement, kind: 'settlement', currency: 'USD', balance: -1_000n, entrySeq: 1n },
      { id: inTransit, kind: 'in_transit', currency: 'USD', balance: 0n, entrySeq: 2n },
      { id: alice, kind: 'customer', currency: 'USD', balance: 900n, entrySeq: 4n },
      { id: bruno, kind: 'customer', currency: 'USD', balance: 100n, entrySeq: 1n },
    ],
    accounts: [
      { id: alice, number: '1000000001' },
      { id: bruno, number: '1000000002' },
    ],
    transactions: [
      transaction('funding', { source: settlement, destination: alice, amount: 1_000n, number: null }),
      {
        ...transaction('out', { source: alice, destination: settlement, amount: 400n, number: '5550001111' }),
        status: 'failed',
        firstStatus: 'pending',
      },
      transaction('inside', { source: alice, destination: bruno, amount: 100n, number: '1000000002' }),
    ],
    postings: [
      posting('funding', 'funding', 'success', settlement, alice, 1_000n),
      posting('out', 'out', 'pending', alice, inTransit, 400n),
      posting('return', 'out', 'failed', inTransit, alice, 400n),
      posting('inside', 'inside', 'success', alice, bruno, 100n),
    ],
    idleChanges: [{ id: 'idle', transactionId: 'out', status: 'failed' }],
    entries: [
      entry(settlement, 1n, -1_000n, -1_000n, 'funding'),
      entry(inTransit, 1n, 400n, 400n, 'out'),
      entry(inTransit, 2n, -400n, 0n, 'return'),
      entry(alice, 1n, 1_000n, 1_000n, 'funding'),
      entry(alice, 2n, -400n, 600n, 'out'),
      entry(alice, 3n, 400n, 1_000n, 'return'),
      entry(alice, 4n, -100n, 900n, 'inside'),
      entry(bruno, 1n, 100n, 100n, 'inside'),
    ],
  }
}

function rightLog(): LogRecord[] {
  return [
    { kind: 'funding', key: 'funding', to: '1000000001', amount: '10.00' },
    { kind: 'transfer', key: 'out', from: '1000000001', to: '5550001111', isInside: false, amount: '4.00' },
    { kind: 'status', key: 'return', transaction: 'out', status: 'failed' },
    { kind: 'status', key: 'idle', transaction: 'out', status: 'failed' },
    { kind: 'transfer', key: 'inside', from: '1000000001', to: '1000000002', isInside: true, amount: '1.00' },
    {
      kind: 'transfer',
      key: 'too much',
      from: '1000000001',
      to: '1000000002',
      isInside: true,
      amount: '99.00',
    },
    ...['funding', 'out', 'return', 'idle', 'inside'].map(
      (key) => ({ kind: 'outcome', key, was: 'ok' }) as const,
    ),
    { kind: 'outcome', key: 'too much', was: 'refused' },
  ]
}

type Changeable<Type> = {
  -readonly [Name in keyof Type]: Type[Name] extends readonly (infer Item)[] ? Item[] : never
}

function transaction(
  id: string,
  { number, ...rest }: { source: bigint; destination: bigint; amount: bigint; number: string | null },
): TransactionRow {
  const status = { status: 'success', firstStatus: 'success' } as const
  return { id, inTransit, currency: 'USD', ...status, beneficiaryNumber: number, ...rest }
}

function posting(
  ...[id, transactionId, status, debit, credit, amount]: [
    string,
    string,
    PostingRow['status'],
    bigint,
    bigint,
    bigint,
  ]
): PostingRow {
  return { id, transactionId, status, debit, credit, amount }
}

function entry(
  ...[account, seq, amount, balance, postingId]: [bigint, bigint, bigint, bigint, string]
): EntryRow {
  return { account, seq, amount, balance, postingId }
}

/** Everything the checker has to say of these books and this log. */
function findingsIn(books: Books, log: readonly LogRecord[]): Finding[] {
  return [...checkBalances(books), ...checkStatuses(books), ...checkLog(books, log)]
}

test('books in order are found in order', () => {
  expect(findingsIn(rightBooks(), rightLog())).toEqual([])
})

type Spoil = (books: Changeable<Books>, log: LogRecord[]) => unknown

/** Replaces what `isIt` finds. */
function change<Item>(items: Item[], isIt: (item: Item) => boolean, changes: Partial<Item>): void {
  const place = items.findIndex(isIt)
  items[place] = { ...items[place]!, ...changes }
}

/** Where the intent of this key stands. */
function keyAt(log: readonly LogRecord[], key: string): number {
  return log.findIndex((record) => record.key === key)
}

function without<Item>(items: Item[], isIt: (item: Item) => boolean): Item[] {
  return items.filter((item) => !isIt(item))
}

describe('what is wrong is named', () => {
  const cases: [wrong: string, what: Finding['what'], detail: RegExp, spoil: Spoil][] = [
    [
      'an acknowledged transfer that is not there at all',
      'lost',
      /transfer gone was acknowledged and is not there/,
      (_, log) =>
        log.push(
          {
            kind: 'transfer',
            key: 'gone',
            from: '1000000001',
            to: '5550001111',
            isInside: false,
            amount: '1.00',
          },
          { kind: 'outcome', key: 'gone', was: 'ok' },
        ),
    ],
    [
      'an acknowledged funding that is not there',
      'lost',
      /funding gone was acknowledged/,
      (_, log) =>
        log.push(
          { kind: 'funding', key: 'gone', to: '1000000001', amount: '1.00' },
          { kind: 'outcome', key: 'gone', was: 'ok' },
        ),
    ],
    [
      'an acknowledged status that the transaction never had',
      'lost',
      /status gone was acknowledged/,
      (_, log) =>
        log.push(
          { kind: 'status', key: 'gone', transaction: 'out', status: 'success' },
          { kind: 'outcome', key: 'gone', was: 'ok' },
        ),
    ],
    [
      'an acknowledged change to the status it had already, without a trace',
      'lost',
      /status idle was acknowledged/,
      (books) => {
        books.idleChanges = []
      },
    ],
    [
      'a transaction without its first posting',
      'lost',
      /transaction inside has no first posting/,
      (books) => {
        books.postings = without(books.postings, ({ id }) => id === 'inside')
      },
    ],
    [
      'a missing entry',
      'lost',
      /entry 3 of ledger account 3 follows entry 1/,
      (books) => {
        books.entries = without(books.entries, ({ account, seq }) => account === alice && seq === 2n)
      },
    ],
    [
      'a transaction that is there twice',
      'duplicated',
      /transaction out is there twice/,
      (books) => books.transactions.push(books.transactions[1]!),
    ],
    [
      'a posting that is there twice',
      'duplicated',
      /posting return is there twice/,
      (books) => books.postings.push(books.postings[2]!),
    ],
    [
      'a posting whose money moved twice',
      'duplicated',
      /posting inside has the entries/,
      (books) =>
        books.entries.push(entry(alice, 5n, -100n, 800n, 'inside'), entry(bruno, 2n, 100n, 200n, 'inside')),
    ],
    [
      'a transfer that nobody intended',
      'invented',
      /transaction inside was intended by nobody/,
      (_, log) => void log.splice(keyAt(log, 'inside'), 1),
    ],
    [
      'a status change that nobody intended',
      'invented',
      /posting return was intended by nobody/,
      (_, log) => void log.splice(keyAt(log, 'return'), 1),
    ],
    [
      'a change to the status it had already that nobody intended',
      'invented',
      /idle change idle was intended by nobody/,
      (_, log) => void log.splice(keyAt(log, 'idle'), 1),
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
      'another amount',
      'altered',
      /transaction inside is 100 USD .*, not 101 USD/,
      (_, log) => change(log, ({ key }) => key === 'inside', { amount: '1.01' } as LogRecord),
    ],
    [
      'another receiver',
      'altered',
      /transaction inside is .* to 4 .*, not .* to 3 /,
      (_, log) => change(log, ({ key }) => key === 'inside', { to: '1000000001' } as LogRecord),
    ],
    [
      'another status than was asked for',
      'altered',
      /posting return is failed for out, not success for out/,
      (_, log) => change(log, ({ key }) => key === 'return', { status: 'success' } as LogRecord),
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
      (books) =>
        change(books.entries, ({ account, seq }) => account === alice && seq === 2n, { balance: -1n }),
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
    [
      'a refused transfer that was made all the same',
      'done though refused',
      /transaction inside/,
      (_, log) =>
        change(log, (record) => record.kind === 'outcome' && record.key === 'inside', {
          was: 'refused',
        } as LogRecord),
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
        books.entries.push(
          entry(inTransit, 3n, -400n, -400n, 'again'),
          entry(alice, 5n, 400n, 1_300n, 'again'),
        )
      },
    ],
    [
      'a posting that leads somewhere else than its status',
      'illegal status',
      /posting return of transaction out says success and moves 400 to 3/,
      (books) => change(books.postings, ({ id }) => id === 'return', { status: 'success' }),
    ],
  ]
  for (const [wrong, what, detail, spoil] of cases) {
    test(wrong, () => {
      const [books, log] = [rightBooks(), rightLog()]
      spoil(books, log)
      expect(findingsIn(books, log)).toContainEqual({ what, detail: expect.stringMatching(detail) })
    })
  }
})
