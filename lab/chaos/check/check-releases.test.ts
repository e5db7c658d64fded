import { expect, test } from 'vitest'
import type { FindingKind, LogRecord, Status } from '../records.ts'
import { transferOut } from '../requests.ts'
import { alice, bruno, change, inTransit, posting, rightBooks, transaction } from '../test/right-books.ts'
import type { ReleaseRow } from './books-rows.ts'
import { checkReleases, roundUpOf } from './check-releases.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T12:00:01Z')
const none = { releaseAt: null, releasedAt: null, isDue: false }
const ended = { releaseAt: noon, releasedAt: noon, isDue: false }
const waiting = { releaseAt: noon, releasedAt: null, isDue: false }

// The changes of its status: the sender took it back, the bank released it, an administrator set it.
const undo = posting('undo', 'gift', 'failed', inTransit, alice, 100n)
const release = posting('release', 'gift', 'success', inTransit, bruno, 100n)
const set = posting('set', 'gift', 'success', inTransit, bruno, 100n)
const log: LogRecord[] = [
  { kind: 'transfer', key: 'gift', from: '1', to: '2', isInside: true, waits: true, amount: '1.00' },
  { kind: 'status', key: 'undo', transaction: 'gift', status: 'failed', isTakingBack: true },
  { kind: 'status', key: 'set', transaction: 'gift', status: 'success' },
]

/** What is found about a transfer with an undo time. All of its changes were booked at noon. */
function foundIn(
  status: Status,
  changes: (typeof undo)[],
  row: Omit<ReleaseRow, 'transactionId'> | undefined,
) {
  const books = rightBooks()
  const facts = { source: alice, destination: bruno, amount: 100n, number: '1000000002' }
  books.transactions.push({ ...transaction('gift', facts), firstStatus: 'pending', status })
  books.postings.push(posting('gift', 'gift', 'pending', alice, inTransit, 100n), ...changes)
  if (row) books.releases.push({ transactionId: 'gift', ...row })
  return checkReleases(books, log)
}

test('the check of releases finds nothing wrong with a transfer that waits, was taken back, released, or set', () => {
  expect(foundIn('pending', [], waiting)).toEqual([])
  expect(foundIn('failed', [undo], none)).toEqual([])
  expect(foundIn('success', [release], ended)).toEqual([])
  expect(foundIn('success', [set], { ...ended, releaseAt: later })).toEqual([])
})

const cases: [wrong: string, what: FindingKind, found: ReturnType<typeof foundIn>][] = [
  ['was sent again after it was taken back', 'illegal status', foundIn('success', [undo, set], none)],
  ['was released after it was taken back', 'illegal status', foundIn('success', [undo, release], ended)],
  ['was taken back twice', 'illegal status', foundIn('failed', [undo, undo], none)],
  ['was released twice', 'duplicated', foundIn('success', [release, release], ended)],
  ['was released too early', 'illegal status', foundIn('success', [release], { ...ended, releaseAt: later })],
  ['was taken back and may be released', 'illegal status', foundIn('failed', [undo], waiting)],
  ['lost the moment of its release', 'illegal status', foundIn('pending', [], none)],
  ['did not wait', 'lost', foundIn('success', [], undefined)],
  ['waits for too long', 'no outcome', foundIn('pending', [], { ...waiting, isDue: true })],
]
for (const [wrong, what, found] of cases) {
  test(`the check of releases reports a transfer that ${wrong}`, () => {
    expect(found).toEqual([{ what, detail: expect.stringContaining('transaction gift') }])
  })
}

test('the check of releases reports a round-up of what was taken back, and a missing one that the balance covers', () => {
  const sent = { ...transferOut('inside', '1', '0.60'), roundedInto: 'pot' }
  const found = (isTakenBack: boolean, isRoundedUp: boolean, balance = 40n) => {
    const books = rightBooks()
    change(books.entries, ({ account, seq }) => account === alice && seq === 4n, { balance })
    change(books.transactions, ({ id }) => id === 'inside', { status: isTakenBack ? 'failed' : 'success' })
    if (isTakenBack) books.postings.push({ ...undo, transactionId: 'inside' })
    if (isRoundedUp) books.transactions.push({ ...books.transactions[0]!, id: roundUpOf(sent)!.key })
    return checkReleases(books, [sent, log[1]!]).map(({ what }) => what)
  }
  expect([found(false, true), found(false, false, 39n), found(true, false)]).toEqual([[], [], []])
  expect([found(false, false), found(true, true)]).toEqual([['lost'], ['refused but done']])
})
