import { expect, test } from 'vitest'
import type { LogRecord } from '../records.ts'
import {
  alice,
  bruno,
  change,
  inTransit,
  posting,
  rightBooks,
  transaction,
  without,
} from '../test/right-books.ts'
import { testFindings } from '../test/spoilt-books.ts'
import { checkCredits, creditIdOf, takingBackIdOf } from './check-credits.ts'
import { checkLog } from './check-log.ts'
import { transactionIdOf } from './check-schedules.ts'

/** The clients' log of the consistent books. A transfer of more than Alice has was refused, everything else acknowledged. */
function rightLog(): LogRecord[] {
  return [
    { kind: 'funding', key: 'funding', to: '1000000001', amount: '10.00' },
    {
      kind: 'transfer',
      key: 'out',
      from: '1000000001',
      to: '5550001111',
      isInside: false,
      amount: '4.00',
      reference: 'Invoice 1',
    },
    { kind: 'status', key: 'return', transaction: 'out', status: 'failed' },
    { kind: 'status', key: 'same status', transaction: 'out', status: 'failed' },
    { kind: 'transfer', key: 'inside', from: '1000000001', to: '1000000002', isInside: true, amount: '1.00' },
    {
      kind: 'transfer',
      key: 'too much',
      from: '1000000001',
      to: '1000000002',
      isInside: true,
      amount: '99.00',
    },
    ...['funding', 'out', 'return', 'same status', 'inside'].map(
      (key) => ({ kind: 'outcome', key, was: 'ok' }) as const,
    ),
    { kind: 'outcome', key: 'too much', was: 'refused' },
  ]
}

/** The index of the intent with this key. */
function keyAt(log: readonly LogRecord[], key: string): number {
  return log.findIndex((record) => record.key === key)
}

test('the log check finds nothing wrong with books that match the log of the clients', () => {
  expect(checkLog(rightBooks(), rightLog())).toEqual([])
})

const schedule = { kind: 'schedule', key: 'rent', day: '2026-11-21', from: '1000000001' } as const
const gift = { ...schedule, kind: 'transfer', key: 'gift', waits: true } as const
const payment = { to: '1000000002', isInside: true, amount: '1.00' }

/** Books with a scheduled payment that was made, and a transfer that was released. */
function withJobs() {
  const [books, log] = [rightBooks(), rightLog()]
  const facts = { source: alice, destination: bruno, amount: 100n, number: '1000000002' }
  const id = transactionIdOf(schedule)
  books.transactions.push(transaction(id, facts), { ...transaction('gift', facts), firstStatus: 'pending' })
  books.postings.push(
    posting(id, id, 'success', alice, bruno, 100n),
    posting('gift', 'gift', 'pending', alice, inTransit, 100n),
    posting('release', 'gift', 'success', inTransit, bruno, 100n),
  )
  const noon = new Date('2026-11-21T12:00:00Z')
  books.schedules.push({ id: 'rent', isDue: false, outcome: 'booked', reason: null, transactionId: id })
  books.releases.push({ transactionId: 'gift', releaseAt: noon, releasedAt: noon, isDue: false })
  log.push({ ...schedule, ...payment }, { ...gift, ...payment }, { kind: 'outcome', key: 'rent', was: 'ok' })
  return { books, log }
}

test('the log check finds nothing wrong with a payment that was scheduled and a transfer that was released', () => {
  const { books, log } = withJobs()
  expect(checkLog(books, log)).toEqual([])
  books.schedules.pop()
  books.releases.pop()
  const details = checkLog(books, log).map(({ what, detail }) => `${what}: ${detail}`)
  expect(details.sort()).toEqual([
    'invented: posting release has no intent',
    'lost: schedule rent was acknowledged and is missing',
  ])
})

test('the log check and the check of credits find nothing wrong with a dispute that took a part back, and report more', () => {
  const [books, log] = [rightBooks(), rightLog()]
  const disputed = { key: 'dispute', transaction: 'inside', from: '1000000001', amount: '1.00' }
  const [credit, back] = [creditIdOf(disputed), takingBackIdOf(disputed)]
  books.ledgerAccounts.push({ id: 9n, kind: 'disputes', currency: 'USD', balance: -70n, entrySeq: 2n })
  for (const [id, source, destination, amount] of [
    [credit, 9n, alice, 100n],
    [back, alice, 9n, 30n],
  ] as const) {
    books.transactions.push(transaction(id, { source, destination, amount, number: null }))
    books.postings.push(posting(id, id, 'success', source, destination, amount))
    log.push({ kind: 'outcome', key: id, was: 'ok' })
  }
  log.push({ kind: 'dispute', ...disputed })
  const found = () => [...checkLog(books, log), ...checkCredits(books, log)].map(({ what }) => what)
  expect(found()).toEqual([])
  change(books.transactions, ({ id }) => id === 'inside', { status: 'failed' })
  expect(found()).toEqual(['spent twice'])
  change(books.transactions, ({ id }) => id === back, { amount: 101n })
  expect(found()).toEqual(['altered'])
  books.transactions.pop()
  expect(found()).toContain('lost')
})

const right = () => ({ books: rightBooks(), log: rightLog() })
type Right = ReturnType<typeof right>

testFindings('the log check reports', ({ books, log }: Right) => checkLog(books, log), right, [
  ...(['transfer', 'funding', 'status'] as const).map(
    (kind) =>
      [
        `a missing acknowledged ${kind}`,
        'lost',
        new RegExp(`${kind} gone was acknowledged and is missing`),
        ({ log }: Right) => {
          const like = rightLog().find((record) => record.kind === kind)
          log.push({ ...like, key: 'gone' } as LogRecord, { kind: 'outcome', key: 'gone', was: 'ok' })
        },
      ] as const,
  ),
  [
    'a missing acknowledged no-op status change',
    'lost',
    /status same status was acknowledged/,
    ({ books }) => {
      books.noOpStatusChanges = []
    },
  ],
  [
    'a transaction without its first posting',
    'lost',
    /transaction inside has no first posting/,
    ({ books }) => {
      books.postings = without(books.postings, ({ id }) => id === 'inside')
    },
  ],
  [
    'a transaction with two rows',
    'duplicated',
    /transaction out exists twice/,
    ({ books }) => books.transactions.push(books.transactions[1]!),
  ],
  [
    'a posting with two rows',
    'duplicated',
    /posting return exists twice/,
    ({ books }) => books.postings.push(books.postings[2]!),
  ],
  [
    'a transfer without an intent',
    'invented',
    /transaction inside has no intent/,
    ({ log }) => void log.splice(keyAt(log, 'inside'), 1),
  ],
  [
    'a status change without an intent',
    'invented',
    /posting return has no intent/,
    ({ log }) => void log.splice(keyAt(log, 'return'), 1),
  ],
  [
    'a no-op status change without an intent',
    'invented',
    /no-op status change same status has no intent/,
    ({ log }) => void log.splice(keyAt(log, 'same status'), 1),
  ],
  [
    'a transfer with another amount',
    'altered',
    /transaction inside is 100 USD .*, not 101 USD/,
    ({ log }) => change(log, ({ key }) => key === 'inside', { amount: '1.01' } as LogRecord),
  ],
  [
    'a transfer with another beneficiary',
    'altered',
    /transaction inside is .* to 4 .*, not .* to 3 /,
    ({ log }) => change(log, ({ key }) => key === 'inside', { to: '1000000001' } as LogRecord),
  ],
  [
    'a transfer with another reference',
    'altered',
    /transaction out is .* for Invoice 1, not .* for Invoice 2/,
    ({ log }) => change(log, ({ key }) => key === 'out', { reference: 'Invoice 2' } as LogRecord),
  ],
  [
    'a transfer that lost its reference',
    'altered',
    /transaction out is .* for null, not .* for Invoice 1/,
    ({ books }) => change(books.transactions, ({ id }) => id === 'out', { reference: null }),
  ],
  [
    'a status change to another status',
    'altered',
    /posting return is failed for out, not success for out/,
    ({ log }) => change(log, ({ key }) => key === 'return', { status: 'success' } as LogRecord),
  ],
  [
    'a refused transfer that was made',
    'refused but done',
    /transaction inside/,
    ({ log }) =>
      change(log, (record) => record.kind === 'outcome' && record.key === 'inside', {
        was: 'refused',
      } as LogRecord),
  ],
])
