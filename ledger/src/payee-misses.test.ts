import { describe, expect, test } from 'vitest'
import { type Books, decideAndWrite } from '../test/books.ts'
import {
  alice,
  balanceOf,
  bruno,
  erika,
  funding,
  minor,
  minute,
  noon,
  openBank,
  transferInside,
  transferOut,
  uuid,
} from '../test/small-bank.ts'
import type { Command } from './command.ts'
import { decide, type Outcome } from './decide.ts'

const missing = { ...bruno, ledgerAccountId: 99n }
const day = 24 * 60 * minute
let lastId = 200
const miss = () => transferInside({ id: uuid(++lastId), amountMinor: 1n, to: missing })
const hit = () => transferInside({ id: uuid(++lastId), amountMinor: 1n })
const times = (count: number, command: () => Command) => Array.from({ length: count }, command)

describe('a transfer to a number that no account of this bank has', () => {
  test('it is refused after the right PIN, and nothing is booked', () => {
    const { outcomes, books } = send(openBank(), [miss()])
    expect(outcomes).toEqual([{ refusal: { code: 'payee_account_missing' } }])
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('100.00'))
    expect(missesOf(books)).toEqual({ count: 1, since: noon })
  })

  test('with a wrong PIN it is refused for the PIN, and only the PIN is counted', () => {
    const wrong = transferInside({ id: uuid(199), amountMinor: 1n, to: missing }, { pinMatches: false })
    const { outcomes, books } = send(openBank(), [wrong])
    expect(outcomes.map(said)).toEqual(['pin_incorrect'])
    expect(missesOf(books)).toBeUndefined()
  })

  test('after ten of them every number is refused, one with an account like one without', () => {
    const { outcomes, books } = send(openBank(), [...times(10, miss), miss(), hit()])
    expect(outcomes.slice(0, 10).map(said)).toEqual(Array(10).fill('payee_account_missing'))
    expect(outcomes.slice(10)).toEqual(
      Array(2).fill({ refusal: { code: 'payee_misses_used_up', until: noon + day } }),
    )
    expect(balanceOf(books, bruno.ledgerAccountId)).toBe(0n)
  })

  test('ten of them stop no transfer to another bank, and no other customer', () => {
    const { books } = send(openBank(), times(10, miss))
    const { outcomes } = send(books, [
      transferOut({ id: uuid(198), amountMinor: 1n }),
      transferInside({ id: uuid(197), amountMinor: 1n, from: erika, to: { ...missing, currency: 'EUR' } }),
    ])
    expect(outcomes.map(said)).toEqual(['moved', 'payee_account_missing'])
  })

  test('neither a transfer that arrives nor a wrong PIN resets their count', () => {
    const wrong = transferOut({ id: uuid(196), amountMinor: 1n }, { pinMatches: false })
    const { outcomes } = send(openBank(), [...times(9, miss), hit(), wrong, hit(), miss(), miss()])
    expect(outcomes.slice(9).map(said)).toEqual([
      'moved',
      'pin_incorrect',
      'moved',
      'payee_account_missing',
      'payee_misses_used_up',
    ])
  })

  test('24 hours after the first of them the count begins again', () => {
    const first = send(openBank(), times(10, miss)).books
    expect(send(first, [hit()], noon + day - 1).outcomes.map(said)).toEqual(['payee_misses_used_up'])
    const { outcomes, books } = send(first, [miss(), hit()], noon + day)
    expect(outcomes.map(said)).toEqual(['payee_account_missing', 'moved'])
    expect(missesOf(books)).toEqual({ count: 1, since: noon + day })
  })

  test('one that was counted is not counted again when its batch is run a second time', () => {
    const once = miss()
    const first = send(openBank(), [once])
    const again = send(first.books, [once])
    expect(again.outcomes).toEqual(first.outcomes)
    expect(missesOf(again.books)).toEqual(missesOf(first.books))
  })

  test('a transfer to a number that exists writes nothing about misses', () => {
    const { books } = send(openBank(), [miss()])
    expect(decide(books, [hit()], noon).rows.pins).toEqual([])
  })

  test('a scheduled payment needs no count to be refused', () => {
    const scheduled = { ...miss(), authorisation: { by: 'schedule', userId: alice.userId } as const }
    const { outcomes, books } = send(openBank(), [scheduled])
    expect(outcomes.map(said)).toEqual(['payee_account_missing'])
    expect(missesOf(books)).toBeUndefined()
  })

  test('funding an account that does not exist stays a fault of the caller', () => {
    const { outcomes } = send(openBank(), [funding({ id: uuid(195), amountMinor: 1n, to: missing })])
    expect(outcomes.map(said)).toEqual(['account_missing'])
  })
})

function send(books: Books, commands: readonly Command[], now = noon) {
  return decideAndWrite(books, commands, now)
}

function missesOf(books: Books) {
  return books.senders.get(alice.userId)?.pin?.misses
}

function said(outcome: Outcome): string {
  if ('refusal' in outcome) return outcome.refusal.code
  return outcome.moved ? 'moved' : 'not moved'
}
