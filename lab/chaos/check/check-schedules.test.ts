import { expect, test } from 'vitest'
import type { FindingKind, LogRecord } from '../records.ts'
import { alice, bruno, rightBooks, transaction } from '../test/right-books.ts'
import type { ScheduleRow } from './books-rows.ts'
import { checkSchedules, transactionIdOf } from './check-schedules.ts'

const intent = {
  kind: 'schedule',
  key: 'rent',
  day: '2026-12-01',
  from: '1',
  to: '2',
  isInside: true,
} as const
const id = transactionIdOf(intent)
const booked: ScheduleRow = { id: 'rent', isDue: false, outcome: 'booked', reason: null, transactionId: id }
const failed: ScheduleRow = {
  ...booked,
  outcome: 'failed',
  reason: 'Insufficient balance',
  transactionId: null,
}

/** What is found about a schedule with these rows, whose transaction is in the books or not. */
function foundIn(rows: ScheduleRow[], isThere: boolean, { was = 'ok', isIntended = true } = {}) {
  const books = rightBooks()
  books.schedules = rows
  const facts = { source: alice, destination: bruno, amount: 100n, number: '1000000002' }
  if (isThere) books.transactions.push(transaction(id, facts))
  const log = [
    { ...intent, amount: '1.00' },
    { kind: 'outcome', key: 'rent', was },
  ] as LogRecord[]
  return checkSchedules(books, isIntended ? log : [])
}

test('the id of a scheduled payment follows from the schedule and its day', () => {
  expect(id).toBe('64a822b8-2cb2-81e2-86cb-e11f14ac545c')
  expect(transactionIdOf({ key: 'rent', day: '2027-01-01' })).not.toBe(id)
})

test('the check of schedules finds nothing wrong with a payment that is booked, refused with a reason, or not due', () => {
  expect(foundIn([booked], true)).toEqual([])
  expect(foundIn([failed], false)).toEqual([])
  expect(foundIn([{ ...failed, outcome: null, reason: null }], false)).toEqual([])
  expect(foundIn([], false, { was: 'refused' })).toEqual([])
})

const cases: [wrong: string, what: FindingKind, found: ReturnType<typeof foundIn>][] = [
  ['a due payment that was not tried', 'no outcome', foundIn([{ ...failed, isDue: true }], false)],
  ['a noted payment that is not booked', 'lost', foundIn([booked], false)],
  ['a booked payment that is noted as failed', 'refused but done', foundIn([failed], true)],
  ['a payment that names another one', 'altered', foundIn([{ ...booked, transactionId: 'x' }], true)],
  ['a payment that failed without a reason', 'no outcome', foundIn([{ ...failed, reason: null }], false)],
  ['a payment that was tried for two days', 'duplicated', foundIn([booked, booked], true)],
  ['a schedule that was refused', 'refused but done', foundIn([failed], false, { was: 'refused' })],
  ['a schedule without an intent', 'invented', foundIn([failed], false, { isIntended: false })],
  ['a payment without its schedule', 'invented', foundIn([], true, { was: 'refused' })],
]
for (const [wrong, what, found] of cases) {
  test(`the check of schedules reports ${wrong}`, () => {
    expect(found).toEqual([{ what, detail: expect.stringContaining('schedule rent') }])
  })
}
