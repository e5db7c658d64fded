import { expect, onTestFinished, test } from 'vitest'
import { decideAndWrite, rowsOf } from '../test/books.ts'
import { addFee, charge } from '../test/fee.ts'
import { alice, balanceOf, changeStatus, noon, openBank, own, uuid, withFreeze } from '../test/small-bank.ts'
import { kindsThat } from './kinds.ts'
import { sealedText } from './sealed-text.ts'
import { trialBalance } from './trial-balance.ts'

test('a new kind is one file and one line: a fee is booked, sealed and proved', () => {
  onTestFinished(addFee())
  const command = charge({ id: uuid(201), amountMinor: 2_50n })
  // The bank's fee asks neither a freeze nor the customer's PIN.
  const { outcomes, books } = decideAndWrite(withFreeze(openBank(), alice), [command, command], noon)
  expect(outcomes).toMatchObject([{ moved: true }, { replayed: true }])
  expect(balanceOf(books, alice.ledgerAccountId)).toBe(97_50n)
  expect(balanceOf(books, own.USD.settlement)).toBe(-97_50n)
  expect(trialBalance(rowsOf(books))).toBeNull()
  const [debit, credit] = books.entries.slice(-2)
  const posting = books.postings.get(uuid(201))!
  const text = sealedText([{ ...posting, opens: command.facts, entries: [debit!, credit!] }])
  expect(text).toContain('[2,"fee","success"')
  expect(kindsThat('isLimited')).toEqual(['transfer', 'transfer_inside', 'plain_transfer'])
  const byCustomer = { ...command, authorisation: { by: 'own', userId: alice.userId } } as const
  expect(() => decideAndWrite(openBank(), [byCustomer], noon)).toThrow('A fee may not be instructed by own')
})

const independent = [
  ['limits count', { isLimited: true }, 'transaction_missing'],
  ['waits for its release', { waitsForRelease: true }, 'transaction_missing'],
  ['may be disputed', { mayBeDisputed: true }, 'transaction_missing'],
  ['may be taken back', { mayBeTakenBack: true }, undefined],
] as const
for (const [which, property, refused] of independent) {
  test(`a kind that ${which} has none of the other properties of a transfer`, () => {
    const none = { isLimited: false, waitsForRelease: false, mayBeDisputed: false, mayBeTakenBack: false }
    onTestFinished(addFee({ firstStatus: 'pending', ...none, ...property }))
    const properties = Object.keys(none) as (keyof typeof none)[]
    const has = properties.filter((each) => kindsThat(each).includes('fee' as never))
    expect(has).toEqual(Object.keys(property))
    const fee = charge({ id: uuid(201), amountMinor: 2_50n })
    const back = { ...changeStatus(fee, 'failed', uuid(301)), releasedAt: noon + 1 }
    const { outcomes } = decideAndWrite(openBank(), [fee, back], noon)
    expect(outcomes[1]).toMatchObject(refused ? { refusal: { code: refused } } : { moved: true })
  })
}

test('a status that the kind of a transaction never has is refused, and nothing moves', () => {
  onTestFinished(addFee())
  const fee = charge({ id: uuid(201), amountMinor: 2_50n })
  const statuses = (['pending', 'failed', 'pending', 'success'] as const).map((status, index) =>
    changeStatus(fee, status, uuid(301 + index)),
  )
  const { outcomes, books } = decideAndWrite(openBank(), [fee, ...statuses], noon)
  const refused = { refusal: { code: 'status_not_allowed' } }
  expect(outcomes).toMatchObject([{ moved: true }, refused, { moved: true }, refused, { moved: true }])
  expect(balanceOf(books, own.USD.inTransit)).toBe(0n)
  expect(balanceOf(books, alice.ledgerAccountId)).toBe(97_50n)
})
