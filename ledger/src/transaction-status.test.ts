import { describe, expect, test } from 'vitest'
import { type Books, decideAndWrite, rowsOf } from '../test/books.ts'
import {
  alice,
  balanceOf,
  bruno,
  changeStatus,
  funding,
  minor,
  noon,
  openBank,
  transferInside,
  transferOut,
  uuid,
  withStanding,
} from '../test/small-bank.ts'
import type { OpenTransaction } from './command.ts'
import { decide } from './decide.ts'
import { formatMinor } from './money.ts'
import { positionOf, type Status, statuses } from './transaction-status.ts'
import { trialBalance } from './trial-balance.ts'

describe('changing the status of a $40.00 transfer out of $100.00', () => {
  for (const [from, to, balance] of [
    ['pending', 'success', '60.00'],
    ['pending', 'failed', '100.00'],
    ['success', 'pending', '60.00'],
    ['success', 'failed', '100.00'],
    ['failed', 'pending', '60.00'],
    ['failed', 'success', '60.00'],
  ] as const) {
    test(`${from} to ${to} leaves $${balance}`, () => {
      const { books } = walk(transferOut({ id: uuid(201), amountMinor: minor('40.00') }), [from, to])
      expect(formatMinor(balanceOf(books, alice.ledgerAccountId)!)).toBe(balance)
    })
  }
})

describe('changing the status of $40.00 that alice sent to bruno inside the bank', () => {
  for (const [path, atAlice, atBruno] of [
    [['pending'], '60.00', '0.00'],
    [['failed'], '100.00', '0.00'],
    [['failed', 'success'], '60.00', '40.00'],
    [['failed', 'pending', 'success'], '60.00', '40.00'],
  ] as const) {
    test(`success to ${path.join(' to ')} leaves her $${atAlice} and him $${atBruno}`, () => {
      const { books } = walk(transferInside({ id: uuid(201), amountMinor: minor('40.00') }), path)
      expect(formatMinor(balanceOf(books, alice.ledgerAccountId)!)).toBe(atAlice)
      expect(formatMinor(balanceOf(books, bruno.ledgerAccountId)!)).toBe(atBruno)
    })
  }
})

describe('a status whose money is no longer there is refused, and the money stays', () => {
  const spent = (id: number) => transferOut({ id: uuid(id), amountMinor: minor('70.00') })
  const cases: [name: string, opened: OpenTransaction, path: Status[], refused: Status][] = [
    [
      'a failed transfer cannot go out again after alice spent what came back',
      transferOut({ id: uuid(201), amountMinor: minor('40.00') }),
      ['failed'],
      'pending',
    ],
    [
      'a funding cannot be taken back after alice spent it',
      funding({ id: uuid(201), amountMinor: minor('40.00') }),
      [],
      'failed',
    ],
  ]
  for (const [name, opened, path, refused] of cases) {
    test(name, () => {
      const { books } = walk(opened, path)
      const poor = decideAndWrite(books, [spent(202), spent(203)], noon).books
      const { outcomes, rows } = decide(poor, [changeStatus(opened, refused, uuid(399))], noon)
      expect(outcomes).toEqual([{ refusal: { code: 'balance_insufficient' } }])
      expect(rows.postings).toEqual([])
    })
  }

  test('a refused status change is made under the same change id once the money is back', () => {
    const opened = funding({ id: uuid(201), amountMinor: minor('40.00'), to: bruno })
    const { books } = walk(opened, [])
    const back = changeStatus(opened, 'failed', uuid(399))
    const spend = transferInside({ id: uuid(202), amountMinor: minor('10.00'), from: bruno, to: alice })
    const spentBooks = decideAndWrite(withStanding(books, bruno, true), [spend], noon).books
    const refilled = funding({ id: uuid(203), amountMinor: minor('10.00'), to: bruno })
    const { outcomes } = decide(spentBooks, [back, refilled, back], noon)
    expect(outcomes[0]).toEqual({ refusal: { code: 'balance_insufficient' } })
    expect(outcomes[2]).toMatchObject({ transaction: { status: 'failed' }, moved: true })
  })
})

describe('along every path of up to five statuses the money is in exactly one position', () => {
  for (const [name, opened] of [
    ['a transfer to another bank', transferOut({ id: uuid(201), amountMinor: minor('40.00') })],
    ['a transfer inside the bank', transferInside({ id: uuid(201), amountMinor: minor('40.00') })],
    ['a funding', funding({ id: uuid(201), amountMinor: minor('40.00') })],
  ] as const) {
    test(`${name}: one batch for each change, or one for them all`, { timeout: 60_000 }, () => {
      const before = openBank()
      for (const path of pathsUpTo(5)) {
        const { books, together } = walk(opened, path)
        const { route, firstStatus, amountMinor } = opened.facts
        const position = positionOf(path.at(-1) ?? firstStatus, route)
        for (const id of [route.source, route.inTransit, route.destination]) {
          const gave = id === route.source ? -amountMinor : 0n
          const holds = id === position ? amountMinor : 0n
          expect(balanceOf(books, id)).toBe(balanceOf(before, id)! + gave + holds)
          expect(balanceOf(together, id)).toBe(balanceOf(books, id))
        }
        expect(trialBalance(rowsOf(books))).toBeNull()
        expect(rowsOf(together).entries).toEqual(rowsOf(books).entries)
      }
    })
  }
})

/** Opens a transaction and sets one status after the other: batch by batch, and in one batch. */
function walk(opened: OpenTransaction, path: readonly Status[]): { books: Books; together: Books } {
  const commands = [opened, ...path.map((status, at) => changeStatus(opened, status, uuid(301 + at)))]
  const books = commands.reduce((so, command) => decideAndWrite(so, [command], noon).books, openBank())
  return { books, together: decideAndWrite(openBank(), commands, noon).books }
}

function pathsUpTo(length: number): Status[][] {
  if (length === 0) return [[]]
  const shorter = pathsUpTo(length - 1)
  const longest = shorter.filter((path) => path.length === length - 1)
  return [...shorter, ...longest.flatMap((path) => statuses.map((status) => [...path, status]))]
}
