import { describe, expect, test } from 'vitest'
import { type Books, decideAndWrite } from '../test/books.ts'
import {
  alice,
  bruno,
  changeStatus,
  clara,
  funding,
  minor,
  minute,
  noon,
  openBank,
  submittedAgain,
  transferOut,
  uuid,
} from '../test/small-bank.ts'
import type { Command } from './command.ts'
import { decide, type Outcome } from './decide.ts'

let lastId = 200
const wrong = () => transferOut({ id: uuid(++lastId), amountMinor: 1n }, { pinMatches: false })
const right = () => transferOut({ id: uuid(++lastId), amountMinor: 1n })
const times = (count: number, command: () => Command) => Array.from({ length: count }, command)

describe('the transaction PIN', () => {
  test('four wrong PINs leave fewer tries each, the fifth locks for 30 minutes', () => {
    const { outcomes, books } = send(openBank(), times(5, wrong))
    expect(outcomes).toEqual([
      ...[4, 3, 2, 1].map((triesLeft) => ({ refusal: { code: 'pin_incorrect', triesLeft } })),
      { refusal: { code: 'pin_locked', lockedUntil: noon + 30 * minute, byThisTry: true } },
    ])
    expect(pinOf(books)).toMatchObject({ wrongCount: 5, lockedUntil: noon + 30 * minute })
  })

  test('wrong PINs are counted over batches as within one', () => {
    const together = send(openBank(), times(5, wrong)).outcomes
    let books = openBank()
    const apart = times(5, wrong).map((command) => {
      const sent = send(books, [command])
      books = sent.books
      return sent.outcomes[0]
    })
    expect(apart).toEqual(together)
  })

  test('a wrong PIN counts among others in the batch, though it moves no money', () => {
    const { outcomes, books } = send(openBank(), [funding({ id: uuid(199), amountMinor: 1n }), wrong()])
    expect(outcomes.map(said)).toEqual(['moved', 'pin_incorrect'])
    expect(pinOf(books)).toMatchObject({ wrongCount: 1, lockedUntil: null })
  })

  test('a right PIN resets the count', () => {
    const { outcomes, books } = send(openBank(), [...times(4, wrong), right(), ...times(4, wrong)])
    expect(outcomes.map(said).filter((word) => word === 'pin_locked')).toEqual([])
    expect(pinOf(books)).toMatchObject({ wrongCount: 4, lockedUntil: null })
  })

  test('a right PIN resets the count, also without sufficient funds', () => {
    const tooMuch = transferOut({ id: uuid(199), amountMinor: minor('100.01') })
    const { outcomes, books } = send(openBank(), [...times(4, wrong), tooMuch])
    expect(outcomes.map(said).at(-1)).toBe('balance_insufficient')
    expect(pinOf(books)).toMatchObject({ wrongCount: 0, lockedUntil: null })
  })

  test('a right PIN that follows no wrong one writes nothing about PINs', () => {
    expect(decide(openBank(), [right()], noon).rows.pins).toEqual([])
  })

  for (const [name, command] of [
    ['right', right],
    ['wrong', wrong],
  ] as const) {
    test(`while it is locked a ${name} PIN is neither compared nor counted`, () => {
      const { books } = send(openBank(), times(5, wrong))
      const { outcomes, books: later } = send(books, [command()], noon + 30 * minute - 1)
      expect(outcomes).toEqual([
        { refusal: { code: 'pin_locked', lockedUntil: noon + 30 * minute, byThisTry: false } },
      ])
      expect(pinOf(later)).toEqual(pinOf(books))
    })
  }

  test('of 200 wrong PINs in one batch no more than 5 are compared', () => {
    const { outcomes, books } = send(openBank(), times(200, wrong))
    const unread = outcomes.filter((outcome) => said(outcome) === 'pin_locked').length
    expect(unread).toBe(196)
    expect(pinOf(books)?.wrongCount).toBe(5)
  })

  test('after 30 minutes a right PIN is accepted and the lock removed', () => {
    const { books } = send(openBank(), times(5, wrong))
    const { outcomes, books: later } = send(books, [right()], noon + 30 * minute)
    expect(outcomes.map(said)).toEqual(['moved'])
    expect(pinOf(later)).toMatchObject({ wrongCount: 0, lockedUntil: null })
  })

  test('after 30 minutes a wrong PIN is the first of five again', () => {
    const { books } = send(openBank(), times(5, wrong))
    const { outcomes, books: later } = send(books, [wrong()], noon + 30 * minute)
    expect(outcomes).toEqual([{ refusal: { code: 'pin_incorrect', triesLeft: 4 } }])
    expect(pinOf(later)).toMatchObject({ wrongCount: 1, lockedUntil: null })
  })

  test('a locked PIN of one customer stops neither another customer nor an administrator', () => {
    const mine = right()
    const { books } = send(openBank(), [mine, ...times(5, wrong)])
    const { outcomes } = send(books, [
      funding({ id: uuid(198), amountMinor: 1n }),
      changeStatus(mine, 'failed', uuid(301)),
    ])
    expect(outcomes.map(said)).toEqual(['moved', 'moved'])
  })

  test('an attempt that was counted is not counted again when its batch is run a second time', () => {
    const once = wrong()
    const first = send(openBank(), [once])
    const again = send(first.books, [once])
    expect(again.outcomes).toEqual([{ refusal: { code: 'pin_incorrect', triesLeft: 4 } }])
    expect(pinOf(again.books)).toEqual(pinOf(first.books))
  })

  test('the same transfer submitted again with a wrong PIN is another attempt and counts', () => {
    const first = wrong()
    const { outcomes } = send(openBank(), [first, submittedAgain(first)])
    expect(outcomes).toEqual([4, 3].map((triesLeft) => ({ refusal: { code: 'pin_incorrect', triesLeft } })))
  })

  test('the attempt that locked the PIN reports it again when its batch is run again', () => {
    const tries = times(5, wrong)
    const { books } = send(openBank(), tries)
    const { outcomes } = send(books, [tries[4]!])
    expect(outcomes).toEqual([
      { refusal: { code: 'pin_locked', lockedUntil: noon + 30 * minute, byThisTry: true } },
    ])
  })

  test('a customer without a PIN cannot send', () => {
    const { outcomes } = send(openBank(), [transferOut({ id: uuid(197), amountMinor: 1n, from: clara })])
    expect(outcomes).toEqual([{ refusal: { code: 'pin_incorrect', triesLeft: 0 } }])
  })

  test('the PIN of an inactive account is neither compared nor counted', () => {
    const sent = transferOut({ id: uuid(196), amountMinor: 1n, from: bruno }, { pinMatches: false })
    const { outcomes, books } = send(openBank(), [sent])
    expect(outcomes).toEqual([{ refusal: { code: 'account_inactive' } }])
    expect(books.senders.get(bruno.userId)?.pin?.wrongCount).toBe(0)
  })
})

function send(books: Books, commands: readonly Command[], now = noon) {
  return decideAndWrite(books, commands, now)
}

function pinOf(books: Books) {
  return books.senders.get(alice.userId)?.pin
}

function said(outcome: Outcome): string {
  if ('refusal' in outcome) return outcome.refusal.code
  return outcome.moved ? 'moved' : 'not moved'
}
