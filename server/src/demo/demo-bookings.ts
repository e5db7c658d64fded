import { createHash } from 'node:crypto'
import { int64Max } from '@bank/ledger/money'
import type { TransactionFacts } from '@bank/ledger/transaction'
import { type Account, findMainAccount } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { type Books, openBooks } from '../books/books.ts'
import type { Instruction } from '../books/instruction.ts'
import { descriptionOf } from '../transfers/description.ts'
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
      const facts = factsOf(movement, {
        users,
        account,
        books,
        id: idOf(users.aliceId, `transaction ${index}`),
      })
      const sender = movement.to ? { userId: users.aliceId, pin: users.pin } : null
      const open: Instruction = { kind: 'open_transaction', facts, limitMinor: int64Max, sender }
      if (!movement.settled) return [{ at, instruction: open }]
      const change: Instruction = {
        kind: 'change_status',
        changeId: idOf(users.aliceId, `change ${index}`),
        transactionId: facts.id,
        route: facts.route,
        status: movement.settled.status,
        madeBy: users.administratorId,
      }
      return [
        { at, instruction: open },
        { at: at + movement.settled.hoursLater * 3_600_000, instruction: change },
      ]
    })
    .sort((a, b) => a.at - b.at)
}

function factsOf(
  { to, amountMinor, reference }: DemoMovement,
  { users, account, books, id }: { users: DemoUsers; account: Account; books: Books; id: string },
): TransactionFacts {
  const { settlement, inTransit } = books.internalAccounts[account.currency]
  const common = { id, currency: account.currency, amountMinor }
  if (!to) {
    return {
      ...common,
      route: { source: settlement, inTransit, destination: account.id },
      debitAccountId: null,
      creditAccountId: account.id,
      debitDescription: null,
      creditDescription: 'Account funded',
      beneficiary: null,
      firstStatus: 'success',
      madeBy: users.administratorId,
      reference: null,
    }
  }
  return {
    ...common,
    route: { source: account.id, inTransit, destination: settlement },
    debitAccountId: account.id,
    creditAccountId: null,
    debitDescription: descriptionOf(to),
    creditDescription: null,
    beneficiary: to,
    firstStatus: 'pending',
    madeBy: users.aliceId,
    reference: reference ?? null,
  }
}

/** In milliseconds since 1970; never after `now`. */
function momentOf({ daysAgo, at }: DemoMovement, now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return Math.min(midnight - daysAgo * 86_400_000 + at * 60_000, now.getTime())
}

/** A UUID of version 8 (RFC 9562 §5.8), derived from Alice's id and a name. */
function idOf(aliceId: string, name: string): string {
  const hex = createHash('sha256').update(`${aliceId} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
