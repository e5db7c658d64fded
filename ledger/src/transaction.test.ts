import { describe, expect, test } from 'vitest'
import { decideAndWrite } from '../test/books.ts'
import {
  alice,
  balanceOf,
  beneficiary,
  changeStatus,
  clara,
  erika,
  funding,
  minor,
  minute,
  movePot,
  newAttempt,
  noon,
  openBank,
  own,
  transferOut,
  transferPlain,
  uuid,
} from '../test/small-bank.ts'
import type { Command } from './command.ts'
import { decide, type Outcome } from './decide.ts'
import type { TransactionFacts } from './transaction.ts'

const transfer = transferOut({ id: uuid(201), amountMinor: minor('40.00') })
const settled = changeStatus(transfer, 'success', uuid(301))

describe('the same request again', () => {
  test('a transfer sent twice moves the money once and gets the same answer', () => {
    const { outcomes, books } = decideAndWrite(openBank(), [transfer, transfer], noon)
    expect(outcomes[1]).toEqual({ transaction: transactionOf(outcomes[0]), replayed: true, moved: false })
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('60.00'))
  })

  test('a transfer with a reference sent twice moves the money once and gets the same answer', () => {
    const referenced = changed({ reference: 'Invoice 1' })
    const { outcomes, books } = decideAndWrite(openBank(), [referenced, referenced], noon)
    expect(transactionOf(outcomes[0]).reference).toBe('Invoice 1')
    expect(outcomes[1]).toEqual({ transaction: transactionOf(outcomes[0]), replayed: true, moved: false })
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('60.00'))
  })

  test('a transfer sent again a year later, with another PIN and after its status changed, gets its first answer', () => {
    const first = decideAndWrite(openBank(), [transfer], noon)
    const later = decideAndWrite(first.books, [changeStatus(transfer, 'failed', uuid(301))], noon + minute)
    const again = {
      ...transfer,
      limitMinor: 0n,
      authorisation: { by: 'pin', userId: alice.userId, pinMatches: false, attempt: newAttempt() } as const,
    }
    const { outcomes, rows } = decide(later.books, [again], noon + 365 * 24 * 60 * minute)
    expect(outcomes[0]).toEqual({
      transaction: transactionOf(first.outcomes[0]),
      replayed: true,
      moved: false,
    })
    expect(rows.postings).toEqual([])
    expect(rows.pins).toEqual([])
  })

  test('a transfer without a beneficiary sent twice moves the money once and gets the same answer', () => {
    const { outcomes, books } = decideAndWrite(openBank(), [plain('Rent'), plain('Rent')], noon)
    expect(outcomes[1]).toEqual({ transaction: transactionOf(outcomes[0]), replayed: true, moved: false })
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('60.00'))
  })

  test('a movement into a pot that has another name since is still the same movement', () => {
    const intoPot = movePot('in', { id: uuid(201), amountMinor: minor('40.00') })
    const renamed = { ...intoPot, facts: { ...intoPot.facts, debitDetail: 'Holidays' } }
    const { outcomes } = decide(openBank(), [intoPot, renamed], noon)
    expect(outcomes[1]).toEqual({ transaction: transactionOf(outcomes[0]), replayed: true, moved: false })
  })

  test('a status change sent twice moves the money once and gets the same answer, whatever came after it', () => {
    const { outcomes, books } = decideAndWrite(
      openBank(),
      [transfer, settled, changeStatus(transfer, 'failed', uuid(302)), settled],
      noon,
    )
    expect(outcomes[3]).toEqual({ transaction: transactionOf(outcomes[1]), replayed: true, moved: false })
    expect(balanceOf(books, alice.ledgerAccountId)).toBe(minor('100.00'))
  })

  test('a transfer whose beneficiary has opened an account with us since is still the same transfer', () => {
    const first = decideAndWrite(openBank(), [transfer], noon)
    const { outcomes, rows } = decide(first.books, [throughOther('destination')], noon + minute)
    expect(outcomes).toEqual([
      { transaction: transactionOf(first.outcomes[0]), replayed: true, moved: false },
    ])
    expect(rows.postings).toEqual([])
  })

  test('a no-op status change moves nothing', () => {
    const { outcomes, books } = decideAndWrite(
      openBank(),
      [transfer, changeStatus(transfer, 'pending', uuid(301))],
      noon,
    )
    expect(outcomes[1]).toEqual({ transaction: transactionOf(outcomes[0]), replayed: false, moved: false })
    expect(books.postings.has(uuid(301))).toBe(false)
  })
})

describe('an id that was used for something else is refused', () => {
  const other = transferOut({ id: uuid(202), amountMinor: minor('1.00') })
  const cases: [name: string, earlier: Command[], reused: Command][] = [
    ['a transfer of another amount', [transfer], changed({ amountMinor: minor('40.01') })],
    ['a transfer by another user', [transfer], changed({ madeBy: erika.userId })],
    ['a transfer from another account', [transfer], throughOther('source')],
    ['a transfer in another currency', [transfer], changed({ currency: 'EUR' })],
    ['a funding', [transfer], funding({ id: uuid(201), amountMinor: minor('40.00') })],
    ...Object.keys(beneficiary).map((field): [string, Command[], Command] => [
      `a transfer with another ${field} of the beneficiary`,
      [transfer],
      changed({ beneficiary: { ...beneficiary, [field]: 'Other' } }),
    ]),
    ['a transfer with a reference', [transfer], changed({ reference: 'Invoice 1' })],
    [
      'a transfer with another reference',
      [changed({ reference: 'Invoice 1' })],
      changed({ reference: 'Invoice 2' }),
    ],
    ['a transfer without the reference', [changed({ reference: 'Invoice 1' })], transfer],
    ['a transfer without the beneficiary', [transfer], plain('Rent')],
    ['a transfer with a beneficiary instead of a description', [plain('Rent')], transfer],
    ['a transfer with another description', [plain('Rent')], plain('Food')],
    [
      'a transfer under the id of a status change',
      [transfer, settled],
      transferOut({ id: uuid(301), amountMinor: minor('40.00') }),
    ],
    [
      'a status change under the id of its own transaction',
      [transfer],
      changeStatus(transfer, 'success', uuid(201)),
    ],
    [
      'a status change under its own transaction’s id, to the status it was made with and by its maker',
      [transfer],
      changeStatus(transfer, 'pending', uuid(201), alice.userId),
    ],
    [
      'a status change under the id of another transaction',
      [transfer, other],
      changeStatus(transfer, 'success', uuid(202)),
    ],
    ['a status change to another status', [transfer, settled], changeStatus(transfer, 'failed', uuid(301))],
    [
      'a status change of another transaction',
      [transfer, other, settled],
      changeStatus(other, 'success', uuid(301)),
    ],
    [
      'a status change by another administrator',
      [transfer, settled],
      changeStatus(transfer, 'success', uuid(301), uuid(5)),
    ],
  ]
  for (const [name, earlier, reused] of cases) {
    test(`${name}, in a later batch`, () => {
      const { books } = decideAndWrite(openBank(), earlier, noon)
      const { outcomes, rows } = decide(books, [reused], noon)
      expect(outcomes).toEqual([{ refusal: { code: 'id_reused' } }])
      expect(rows.postings).toEqual([])
    })
    test(`${name}, in the same batch`, () => {
      const { outcomes, rows } = decide(openBank(), [...earlier, reused], noon)
      expect(outcomes.at(-1)).toEqual({ refusal: { code: 'id_reused' } })
      expect(rows.postings).toHaveLength(earlier.length)
    })
  }

  test('a reused id reveals nothing about the transaction it belongs to', () => {
    const { books } = decideAndWrite(openBank(), [transfer], noon)
    const theirs = transferOut({ id: uuid(201), amountMinor: minor('40.00'), from: erika })
    expect(decide(books, [theirs], noon).outcomes[0]).toEqual({ refusal: { code: 'id_reused' } })
  })

  test('a reused id is refused without comparing or counting a PIN', () => {
    const { books } = decideAndWrite(openBank(), [transfer], noon)
    const wrongPin = transferOut({ id: uuid(201), amountMinor: 1n }, { pinMatches: false })
    expect(decide(books, [wrongPin], noon).rows.pins).toEqual([])
  })
})

function plain(description: string): Command {
  return transferPlain({ id: uuid(201), amountMinor: minor('40.00') }, description)
}

function changed(facts: Partial<TransactionFacts>): Command {
  return { ...transfer, facts: { ...transfer.facts, ...facts } }
}

function throughOther(side: 'source' | 'destination'): Command {
  const ledgerAccountId = side === 'source' ? clara.ledgerAccountId : own.EUR.settlement
  return changed({ route: { ...transfer.facts.route, [side]: ledgerAccountId } })
}

function transactionOf(outcome: Outcome | undefined) {
  if (!outcome || 'refusal' in outcome) throw new Error('there is a transaction')
  return outcome.transaction
}
