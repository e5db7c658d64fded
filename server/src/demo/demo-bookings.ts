import { int64Max } from '@bank/ledger/money'
import type { Movement } from '@bank/ledger/transaction'
import { type Account, findMainAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { type Books, openBooks } from '../books/books.ts'
import { derivedId } from '../books/derived-id.ts'
import { type Instruction, openingOf } from '../books/instruction.ts'
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
export async function bookDemoHistory(bank: Bank, users: DemoUsers): Promise<void> {
  const account = (await findMainAccount(bank.db, users.aliceId))!
  let clock = 0
  // Each change of status has the route that its transaction is opened with.
  const books = await openBooks({
    db: bank.db,
    pinKey: bank.keys.pinKey,
    clock: () => clock,
    isStriped: false,
  })
  try {
    for (const { at, instruction } of instructionsOf(users, account, books)) {
      clock = at
      const outcome = await books.submit(instruction)
      if ('refusal' in outcome)
        throw new Error(`The demo's history could not be booked: ${outcome.refusal.code}`)
    }
  } finally {
    await books.close()
  }
}

/** What to submit and when, in the order of time. */
function instructionsOf(
  users: DemoUsers,
  account: Account,
  books: Books,
): { at: number; instruction: Instruction }[] {
  return demoMovements
    .flatMap((movement, index) => {
      const at = momentOf(movement, users.now)
      const id = derivedId(`${users.aliceId} transaction ${index}`)
      const { facts, ...open } = openingOf(books, movementOf(movement, { users, account, id }), {
        limitMinor: int64Max,
        authority: movement.to ? { by: 'pin', userId: users.aliceId, pin: users.pin } : { by: 'bank' },
      })
      const opened = { at, instruction: { ...open, facts } }
      if (!movement.settled) return [opened]
      const instruction: Instruction = {
        type: 'change_status',
        changeId: derivedId(`${users.aliceId} change ${index}`),
        transactionId: id,
        route: facts.route,
        status: movement.settled.status,
        madeBy: users.administratorId,
      }
      return [opened, { at: at + movement.settled.hoursLater * 3_600_000, instruction }]
    })
    .sort((a, b) => a.at - b.at)
}

function movementOf(
  { to: beneficiary, amountMinor, reference }: DemoMovement,
  { users, account, id }: { users: DemoUsers; account: Account; id: string },
): Movement {
  const common = { id, currency: account.currency, amountMinor }
  if (!beneficiary) return { ...common, kind: 'funding', to: account.id, madeBy: users.administratorId }
  return {
    ...common,
    kind: 'transfer',
    from: account.id,
    beneficiary,
    reference: reference ?? null,
    madeBy: users.aliceId,
  }
}

/** In milliseconds since 1970; never after `now`. */
function momentOf({ daysAgo, at }: DemoMovement, now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return Math.min(midnight - daysAgo * 86_400_000 + at * 60_000, now.getTime())
}
