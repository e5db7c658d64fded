import { expect, test } from 'vitest'
import type { FindingKind } from '../records.ts'
import { rightBooks } from '../test/right-books.ts'
import type { ApprovalRow } from './books-rows.ts'
import { checkApprovals } from './check-approvals.ts'

const approved: ApprovalRow = { id: 'funding', decision: 'approved', events: 1n }
const declined: ApprovalRow = { id: 'other', decision: 'declined', events: 0n }

/** What is found about two fundings with these approvals. Only the first one is booked. */
function foundIn(...approvals: ApprovalRow[]) {
  const funding = { kind: 'funding', to: '1000000001', amount: '10.00', needsApproval: true } as const
  const log = ['funding', 'other'].map((key) => ({ ...funding, key }))
  return checkApprovals({ ...rightBooks(), approvals }, log)
}

test('the check of approvals finds nothing wrong with a funding that was approved and one that was declined', () => {
  expect(foundIn(approved, declined)).toEqual([])
})

const cases: [wrong: string, what: FindingKind, found: ReturnType<typeof foundIn>][] = [
  ['an approved funding that is not booked', 'lost', foundIn(approved, { ...approved, id: 'other' })],
  [
    'a booked funding that waits',
    'refused but done',
    foundIn({ ...declined, id: 'funding', decision: null }),
  ],
  ['a booked funding that never waited', 'refused but done', foundIn(declined)],
  ['an approval without its event', 'lost', foundIn({ ...approved, events: 0n })],
  ['an approval with two events', 'duplicated', foundIn({ ...approved, events: 2n })],
]
for (const [wrong, what, found] of cases) {
  test(`the check of approvals reports ${wrong}`, () => {
    expect(found).toEqual([{ what, detail: expect.stringMatching(/funding|other/) }])
  })
}
