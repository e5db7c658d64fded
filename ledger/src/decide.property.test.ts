import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyBatch, anyCommand, anyHistory, type Batch } from '../test/arbitrary-commands.ts'
import { type Books, decideAndWrite, rowsOf } from '../test/books.ts'
import { addFee } from '../test/fee.ts'
import { countedOf, interpret, type NaiveBank, naiveBank } from '../test/naive-interpreter.ts'
import {
  alice,
  bruno,
  clara,
  emptyBank,
  funding,
  minute,
  noon,
  openBank,
  uuid,
  withAccount,
  withFreeze,
  withGuard,
  withPinTry,
} from '../test/small-bank.ts'
import { openAttempts } from './attempt-id.ts'
import { type Command, ledgerAccountsOf, type OpenTransaction } from './command.ts'
import { decide } from './decide.ts'
import { takenBackBy } from './transaction.ts'
import { trialBalance } from './trial-balance.ts'

let removeFee: () => void
beforeAll(() => {
  removeFee = addFee()
})
afterAll(() => removeFee())

// Some hundred histories each take a second on an idle machine.
describe('any history of commands', { timeout: 60_000 }, () => {
  test('the books agree with the naive interpreter', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        let books = guarded(emptyBank())
        const byHand = naiveBank(books)
        for (const { commands, now, heldMinor } of [firstFundings, ...history]) {
          books = withHold(books, heldMinor)
          byHand.accounts.get(alice.ledgerAccountId)!.heldMinor = heldMinor
          const expected = commands.map((command) => interpret(byHand, command, now))
          const decided = decideAndWrite(books, commands, now)
          expect(decided.outcomes).toEqual(expected)
          books = decided.books
        }
        expect(contentsOf(books)).toEqual(contentsByHand(byHand))
      }),
      { numRuns: 500 },
    )
  })

  test('the books balance after every batch, and no customer is below zero', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        let books = guarded(openBank())
        for (const { commands, now, heldMinor } of history) {
          books = decideAndWrite(withHold(books, heldMinor), commands, now).books
          expect(trialBalance(rowsOf(books))).toBeNull()
        }
      }),
      { numRuns: 500 },
    )
  })

  test('two batches one after the other end like one batch of both', () => {
    fc.assert(
      fc.property(anyHistory, anyBatch, anyBatch, (history, a, b) => {
        const books = after(history)
        const together = decideAndWrite(books, [...a.commands, ...b.commands], a.now)
        const first = decideAndWrite(books, a.commands, a.now)
        const second = decideAndWrite(first.books, b.commands, a.now)
        expect([...first.outcomes, ...second.outcomes]).toEqual(together.outcomes)
        expect(withoutVersions(second.books)).toEqual(withoutVersions(together.books))
      }),
      { numRuns: 500 },
    )
  })

  test('a command that moved money moves none when it is retried, and gets its first answer', () => {
    fc.assert(
      fc.property(anyHistory, anyBatch, anyHistory, (history, batch, later) => {
        const { outcomes, books } = decideAndWrite(after(history), batch.commands, batch.now)
        const afterwards = after(later, books)
        batch.commands.forEach((command, at) => {
          const first = outcomes[at]!
          if ('refusal' in first) return
          // A wrong PIN, a locked PIN or an empty account make no difference to a retry.
          const again = decide(afterwards, [withWrongPin(command)], batch.now + 90 * minute)
          expect(again.outcomes).toEqual([{ transaction: first.transaction, replayed: true, moved: false }])
          expect(again.rows).toEqual(noRows)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('a batch that is run again after its commit counts no PIN a second time', () => {
    fc.assert(
      fc.property(anyHistory, anyBatch, (history, { commands, now }) => {
        const submitted = inOneProcess(commands)
        const first = decideAndWrite(after(history), submitted, now)
        const again = decide(first.books, submitted, now)
        expect(again.rows.pins).toEqual([])
        again.outcomes.forEach((outcome, at) => {
          const before = first.outcomes[at]!
          const isWrong = 'refusal' in before && /^pin_/.test(before.refusal.code)
          if (isWrong) expect('moved' in outcome && outcome.moved).toBe(false)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('a refusal writes nothing but the counts of wrong PINs and of numbers that do not exist', () => {
    fc.assert(
      fc.property(anyHistory, anyCommand, (history, command) => {
        const { outcomes, rows } = decide(after(history), [command], noon)
        const [outcome] = outcomes
        if (outcome && 'refusal' in outcome) expect({ ...rows, pins: [] }).toEqual(noRows)
        if (command.type === 'change_status') expect(rows.pins).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('a batch reads no ledger account but those its commands name', () => {
    fc.assert(
      fc.property(anyHistory, anyBatch, (history, { commands, now }) => {
        const books = after(history)
        // As the server does: a status change has the route of the existing transaction.
        const known = commands.flatMap((command): Command[] => {
          if (command.type === 'open_transaction') return [command]
          const transaction = books.transactions.get(command.transactionId)
          return transaction ? [{ ...command, route: transaction.route }] : []
        })
        const locked = new Set(known.flatMap(ledgerAccountsOf))
        const ledgerAccounts = new Map([...books.ledgerAccounts].filter(([id]) => locked.has(id)))
        expect(decide({ ...books, ledgerAccounts }, known, now)).toEqual(decide(books, known, now))
      }),
      { numRuns: 500 },
    )
  })

  test('batches that share no id, user or ledger account commute', () => {
    fc.assert(
      fc.property(anyHistory, anyBatch, anyBatch, (history, a, b) => {
        const books = after(history)
        const theirs = footprint(books, a.commands)
        const apart = b.commands.filter((command) =>
          [...footprint(books, [command])].every((thing) => !theirs.has(thing)),
        )
        const ab = decideAndWrite(books, [...a.commands, ...apart], a.now)
        const ba = decideAndWrite(books, [...apart, ...a.commands], a.now)
        expect(ba.outcomes).toEqual([
          ...ab.outcomes.slice(a.commands.length),
          ...ab.outcomes.slice(0, a.commands.length),
        ])
        expect(contentsOf(ba.books)).toEqual(contentsOf(ab.books))
      }),
      { numRuns: 500 },
    )
  })
})

/**
 * The books with limits that some of alice's transfers in dollars exceed; that after the recovery of her PIN ends at noon. Clara's
 * payments are frozen.
 */
function guarded(books: Books): Books {
  const recovery = { limitMinor: 7_000n, sentMinor: 500n, until: noon }
  return withFreeze(withGuard(books, { payment: 9_000n, day: 12_000n, month: 20_000n }, recovery), clara)
}

/** The same money openBank() starts with. */
const firstFundings: Batch = {
  commands: [
    funding({ id: uuid(101), amountMinor: 10_000n }),
    funding({ id: uuid(102), amountMinor: 500n, to: bruno }),
  ],
  now: noon - 60 * minute,
  heldMinor: 0n,
}

const noRows = {
  transactions: [],
  statuses: [],
  postings: [],
  entries: [],
  ledgerAccounts: [],
  noOpStatusChanges: [],
  releases: [],
  pins: [],
  guards: [],
  paidBeneficiaries: [],
}

function after(history: readonly Batch[], books = guarded(openBank())): Books {
  return history.reduce(
    (so, { commands, now, heldMinor }) => decideAndWrite(withHold(so, heldMinor), commands, now).books,
    books,
  )
}

function withHold(books: Books, heldMinor: bigint): Books {
  return withAccount(books, alice.ledgerAccountId, { heldMinor })
}

/** The commands with attempts that are counted in their order, as one process submits them. */
function inOneProcess(commands: readonly Command[]): Command[] {
  const nextAttempt = openAttempts('ffffffff-0000-4000-8000-000000000000')
  return commands.map((command) => withPinTry(command, (pinTry) => ({ ...pinTry, attempt: nextAttempt() })))
}

function withWrongPin(command: Command): Command {
  return withPinTry(command, (pinTry) => ({ ...pinTry, pinMatches: false }))
}

/** Everything a batch may read: ids, users and ledger accounts. */
function footprint(books: Books, commands: readonly Command[]): Set<string | bigint> {
  return new Set(
    commands.flatMap((command) => {
      if (command.type === 'open_transaction') {
        const { facts } = command
        return [facts.id, takenBackBy(facts) ?? facts.id, authoriserOf(command), ...ledgerAccountsOf(command)]
      }
      const { route, madeBy } = books.transactions.get(command.transactionId) ?? { ...command, madeBy: '' }
      return [command.transactionId, command.changeId, madeBy, ...ledgerAccountsOf({ ...command, route })]
    }),
  )
}

function withoutVersions(books: Books) {
  const ledgerAccounts = [...books.ledgerAccounts].map(([id, account]) => [id, { ...account, version: 0n }])
  return { ...books, ledgerAccounts: new Map(ledgerAccounts as []) }
}

/** Books in a form that can be compared with the naive interpreter's: each account's entries, statuses, PINs. */
function contentsOf(books: Books) {
  return {
    accounts: [...books.ledgerAccounts.values()].map(({ id, balanceMinor }) => ({
      id,
      balanceMinor,
      entries: books.entries
        .filter((entry) => entry.ledgerAccountId === id)
        .map(({ amountMinor, balanceMinor: after, postingId, bookedAt }) => [
          amountMinor,
          after,
          postingId,
          bookedAt,
        ]),
    })),
    transactions: sorted(books.transactions.values(), ({ id, status, createdAt }) => [id, status, createdAt]),
    ids: sorted(books.postings.values(), ({ id, transactionId, status, madeBy }) => [
      id,
      transactionId,
      status,
      madeBy,
    ]),
    released: sorted(books.releases, ([id, { releaseAt, releasedAt }]) => [id, releaseAt, releasedAt]),
    // The count of an expired lock equals no count; the next attempt resets it.
    pins: sorted(books.senders, ([userId, { pin }]) => [
      userId,
      pin?.wrongCount ?? 0,
      pin?.lockedUntil ?? null,
      pin?.misses?.count ?? 0,
    ]),
    counted: sorted(books.senders, ([userId, { guards }]) => {
      const guard = guards.get('USD')
      return [userId, guard?.daySent ?? 0n, guard?.monthSent ?? 0n]
    }),
  }
}

function contentsByHand(bank: NaiveBank) {
  return {
    accounts: [...bank.accounts].map(([id, { entries }]) => ({
      id,
      balanceMinor: entries.reduce((sum, entry) => sum + entry.amountMinor, 0n),
      entries: entries.map(({ amountMinor, balanceMinor, postingId, bookedAt }) => [
        amountMinor,
        balanceMinor,
        postingId,
        bookedAt,
      ]),
    })),
    transactions: sorted(bank.transactions.values(), ({ facts, status, createdAt }) => [
      facts.id,
      status,
      createdAt,
    ]),
    ids: sorted(bank.usedIds, ([id, { transactionId, status, madeBy }]) => [
      id,
      transactionId,
      status,
      madeBy,
    ]),
    released: sorted(bank.undoneUntil, ([id, until]) => [
      id,
      Number.isNaN(until) ? null : until,
      bank.released.get(id) ?? null,
    ]),
    pins: sorted(bank.senders, ([userId, { wrongCount, lockedUntil, missedAt }]) => [
      userId,
      wrongCount,
      lockedUntil,
      missedAt.length,
    ]),
    counted: sorted(bank.senders.keys(), (userId) => [userId, ...countedOf(bank, userId, 'USD')]),
  }
}

function sorted<Row>(rows: Iterable<Row>, columns: (row: Row) => unknown[]): unknown[][] {
  return [...rows].map(columns).sort((a, b) => String(a[0]).localeCompare(String(b[0])))
}

function authoriserOf({ authorisation }: OpenTransaction): string {
  return authorisation.by === 'bank' ? '' : authorisation.userId
}
