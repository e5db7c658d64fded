import { describe, expect, test } from 'vitest'
import type { Finding, LogRecord } from '../records.ts'
import { type Changeable, change, rightBooks, without } from '../test/right-books.ts'
import type { Books } from './books-rows.ts'
import { checkLog } from './check-log.ts'

/** What the clients wrote down about the right books: all of it acknowledged, but for more than Alice has, which was refused. */
function rightLog(): LogRecord[] {
  return [
    { kind: 'funding', key: 'funding', to: '1000000001', amount: '10.00' },
    { kind: 'transfer', key: 'out', from: '1000000001', to: '5550001111', isInside: false, amount: '4.00' },
    { kind: 'status', key: 'return', transaction: 'out', status: 'failed' },
    { kind: 'status', key: 'no-op', transaction: 'out', status: 'failed' },
    { kind: 'transfer', key: 'inside', from: '1000000001', to: '1000000002', isInside: true, amount: '1.00' },
    {
      kind: 'transfer',
      key: 'too much',
      from: '1000000001',
      to: '1000000002',
      isInside: true,
      amount: '99.00',
    },
    ...['funding', 'out', 'return', 'no-op', 'inside'].map(
      (key) => ({ kind: 'outcome', key, was: 'ok' }) as const,
    ),
    { kind: 'outcome', key: 'too much', was: 'refused' },
  ]
}

/** Where the intent of this key stands. */
function keyAt(log: readonly LogRecord[], key: string): number {
  return log.findIndex((record) => record.key === key)
}

test('books that are what the clients were told are found in order', () => {
  expect(checkLog(rightBooks(), rightLog())).toEqual([])
})

describe('what is wrong is named:', () => {
  const cases: [
    wrong: string,
    what: Finding['what'],
    detail: RegExp,
    spoil: (books: Changeable<Books>, log: LogRecord[]) => unknown,
  ][] = [
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
      /status no-op was acknowledged/,
      (books) => {
        books.noOpStatusChanges = []
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
      /no-op status change no-op was intended by nobody/,
      (_, log) => void log.splice(keyAt(log, 'no-op'), 1),
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
      'a refused transfer that was made all the same',
      'done though refused',
      /transaction inside/,
      (_, log) =>
        change(log, (record) => record.kind === 'outcome' && record.key === 'inside', {
          was: 'refused',
        } as LogRecord),
    ],
  ]
  for (const [wrong, what, detail, spoil] of cases) {
    test(wrong, () => {
      const [books, log] = [rightBooks(), rightLog()]
      spoil(books, log)
      expect(checkLog(books, log)).toContainEqual({ what, detail: expect.stringMatching(detail) })
    })
  }
})
