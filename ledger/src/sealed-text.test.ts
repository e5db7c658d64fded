import { describe, expect, test } from 'vitest'
import { noon, transferInside, transferOut, uuid } from '../test/small-bank.ts'
import type { Entry, Posting } from './posting.ts'
import { type SealedPosting, sealedText } from './sealed-text.ts'

const posting: Posting = {
  id: uuid(201),
  transactionId: uuid(201),
  status: 'pending',
  debit: 11n,
  credit: 2n,
  amountMinor: 4_000n,
  madeBy: uuid(1),
  bookedAt: noon,
}
const side = { postingId: uuid(201), bookedAt: noon }
const debit: Entry = { ledgerAccountId: 11n, seq: 7n, amountMinor: -4_000n, balanceMinor: 6_000n, ...side }
const credit: Entry = { ledgerAccountId: 2n, seq: 9n, amountMinor: 4_000n, balanceMinor: 4_000n, ...side }
const { facts } = transferOut({ id: uuid(201), amountMinor: 4_000n })
const sealed: SealedPosting = { ...posting, opens: facts, entries: [debit, credit] }

test('the same rows are always sealed as the same text', () => {
  expect(sealedText([sealed])).toBe(sealedText([structuredClone(sealed)]))
})

describe('the seal shows a change of', () => {
  const changes: [name: string, changed: SealedPosting][] = [
    ['the posting’s id', { ...sealed, id: uuid(202) }],
    ['its transaction', { ...sealed, transactionId: uuid(202) }],
    ['the status it gave', { ...sealed, status: 'success' }],
    ['the account it left', { ...sealed, debit: 12n }],
    ['the account it reached', { ...sealed, credit: 1n }],
    ['the amount', { ...sealed, amountMinor: 4_001n }],
    ['who made it', { ...sealed, madeBy: uuid(2) }],
    ['when it was booked', { ...sealed, bookedAt: noon + 1 }],
    ['the number of the debit', { ...sealed, entries: [{ ...debit, seq: 8n }, credit] }],
    ['the balance after the debit', { ...sealed, entries: [{ ...debit, balanceMinor: 1n }, credit] }],
    ['the number of the credit', { ...sealed, entries: [debit, { ...credit, seq: 8n }] }],
    ['the balance after the credit', { ...sealed, entries: [debit, { ...credit, balanceMinor: 1n }] }],
    ['whether it opened the transaction', { ...sealed, opens: null }],
    ['the kind', opening({ kind: 'closing' })],
    ['the first status', opening({ firstStatus: 'success' })],
    ['the currency', opening({ currency: 'EUR' })],
    ['the source', opening({ route: { ...facts.route, source: 12n } })],
    ['the account in between', opening({ route: { ...facts.route, inTransit: 4n } })],
    ['the destination', opening({ route: { ...facts.route, destination: 3n } })],
    ['whose debit it is', opening({ debitAccountId: 12n })],
    ['whose credit it is', opening({ creditAccountId: 12n })],
    ['what the payer reads', opening({ debitDetail: 'Something else' })],
    ['what the receiver reads', opening({ creditDetail: 'Something else' })],
    ['whether there is a beneficiary', opening({ beneficiary: null })],
    ...Object.keys(facts.beneficiary!).map((field): [string, SealedPosting] => [
      `the beneficiary’s ${field}`,
      opening({ beneficiary: { ...facts.beneficiary!, [field]: 'Other' } }),
    ]),
  ]
  for (const [name, changed] of changes) {
    test(name, () => expect(sealedText([changed])).not.toBe(sealedText([sealed])))
  }

  test('the seal does not cover the reference', () => {
    expect(sealedText([opening({ reference: 'Invoice 1' })])).toBe(sealedText([sealed]))
  })

  test('the seal shows another order of the postings, or a missing one', () => {
    const other: SealedPosting = {
      ...sealed,
      id: uuid(202),
      opens: transferInside({ id: uuid(202), amountMinor: 4_000n }).facts,
    }
    const texts = [[sealed, other], [other, sealed], [sealed], [other], []].map(sealedText)
    expect(new Set(texts).size).toBe(5)
  })
})

test('no text a customer writes can pass for the end of a line or of a field', () => {
  const tricky = opening({ debitDetail: 'a"],\n["b' })
  expect(sealedText([tricky]).split('\n')).toHaveLength(1)
  expect(JSON.parse(sealedText([tricky])).flat(Infinity)).toContain('a"],\n["b')
})

function opening(changed: Partial<typeof facts>): SealedPosting {
  return { ...sealed, opens: { ...facts, ...changed } }
}
