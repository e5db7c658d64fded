import { int64Max } from '@bank/ledger/money'
import type { Movement } from '@bank/ledger/transaction'
import type { Bank } from '../bank.ts'
import { type Books, openBooks } from '../books/books.ts'
import { derivedId } from '../books/derived-id.ts'
import { type Authority, type Instruction, openingOf } from '../books/instruction.ts'
import type { DemoArrangements } from './demo-arrangements.ts'
import { type DemoMovement, demoMovements } from './demo-history.ts'

/** The users of the history, and the moment at which it ends. */
type DemoUsers = {
  readonly aliceId: string
  readonly pin: string
  readonly administratorId: string
  readonly now: Date
}

/**
 * Books Alice's history, each posting on its own day. Every id is derived from Alice's, so that a second run books nothing
 * again.
 */
export async function bookDemoHistory(
  bank: Bank,
  users: DemoUsers,
  arrangements: DemoArrangements,
): Promise<void> {
  let clock = 0
  // Each change of status has the route that its transaction is opened with.
  const books = await openBooks({
    db: bank.db,
    pinKey: bank.keys.pinKey,
    clock: () => clock,
    isStriped: false,
  })
  try {
    for (const { at, instruction } of instructionsOf(users, arrangements, books)) {
      clock = at
      const outcome = await books.submit(instruction)
      if ('refusal' in outcome)
        throw new Error(`The demo's history could not be booked: ${outcome.refusal.code}`)
    }
  } finally {
    await books.close()
  }
}

/** A transaction of the history, with the status that it got later. */
type Booking = Pick<DemoMovement, 'settled'> & {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly movement: Movement
  readonly authority: Authority
}

/** What to submit and when, in the order of time. */
function instructionsOf(
  users: DemoUsers,
  arrangements: DemoArrangements,
  books: Books,
): { at: number; instruction: Instruction }[] {
  return [...bookingsOf(users, arrangements), ...scheduledBookings(users, arrangements)]
    .flatMap(({ at, movement, authority, settled }) => {
      const opening = openingOf(books, movement, { limitMinor: int64Max, authority })
      const opened = { at, instruction: opening }
      const changedAt = at + (settled?.hoursLater ?? 0) * 3_600_000
      if (!settled || changedAt > users.now.getTime()) return [opened]
      const instruction: Instruction = {
        type: 'change_status',
        changeId: derivedId(`${movement.id} change`),
        transactionId: movement.id,
        route: opening.facts.route,
        status: settled.status,
        madeBy: users.administratorId,
      }
      return [opened, { at: changedAt, instruction }]
    })
    .sort((a, b) => a.at - b.at)
}

function bookingsOf(users: DemoUsers, arrangements: DemoArrangements): Booking[] {
  return demoMovements.map((movement, index) => ({
    at: momentOf(movement, users.now),
    settled: movement.settled,
    ...movementOf(movement, arrangements, users, derivedId(`${users.aliceId} transaction ${index}`)),
  }))
}

/** What was scheduled, by the right of a schedule. The rent is pending for some hours. */
function scheduledBookings({ aliceId: userId }: DemoUsers, { paid }: DemoArrangements): Booking[] {
  return paid.map(({ schedule: { movement }, run }) => ({
    at: run.at.getTime(),
    movement: { ...movement, id: run.transactionId! },
    authority: { by: 'schedule', userId },
    settled: movement.kind === 'transfer' ? { status: 'success', hoursLater: 5 } : undefined,
  }))
}

function movementOf(
  { to, amountMinor, reference }: DemoMovement,
  { account, savings }: DemoArrangements,
  { aliceId: userId, pin, administratorId }: DemoUsers,
  id: string,
): Pick<Booking, 'movement' | 'authority'> {
  const { id: from, number: creditDetail, currency } = account
  const facts = { id, currency, amountMinor }
  if (to === null) {
    return {
      movement: { ...facts, kind: 'funding', to: from, madeBy: administratorId },
      authority: { by: 'bank' },
    }
  }
  const sent = { ...facts, from, madeBy: userId }
  if (to === 'savings') {
    const sides = { to: savings.id, debitDetail: savings.number, creditDetail }
    return { movement: { ...sent, ...sides, kind: 'own_transfer' }, authority: { by: 'own', userId } }
  }
  return {
    movement: { ...sent, kind: 'transfer', beneficiary: to, reference: reference ?? null },
    authority: { by: 'pin', userId, pin },
  }
}

/** In milliseconds since 1970; never after `now`. */
function momentOf({ daysAgo, at }: DemoMovement, now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return Math.min(midnight - daysAgo * 86_400_000 + at * 60_000, now.getTime())
}
