import { describe, expect, test } from 'vitest'
import { findId } from './ids.ts'
import { findSide, transactionDocument } from './transaction-document.ts'

const clientId = '6740f3a8001f4abcdef1'
const ownerId = '6740f3a80000000000aa'
const side = {
  transactionId: findId(clientId)!,
  type: 'credit',
  ownerId: findId(ownerId)!,
  amountMinor: 20_050n,
  description: 'Transfer from Alice',
  status: 'success',
  createdAt: new Date('2026-11-22T10:30:00Z'),
  updatedAt: new Date('2026-11-22T10:31:00.5Z'),
  statusChanges: 1,
} as const

describe('a side of a transaction as a document', () => {
  test('the credit side has the transaction’s id with an ending, in the spelling of the client', () => {
    expect(transactionDocument(side)).toEqual({
      $id: `${clientId}.in`,
      $collectionId: 'transactions',
      $databaseId: 'truedb',
      $createdAt: '2026-11-22T10:30:00.000+00:00',
      $updatedAt: '2026-11-22T10:31:00.500+00:00',
      $permissions: [`read("user:${ownerId}")`],
      id: ownerId,
      transactionId: `${clientId}.in`,
      amount: 200.5,
      type: 'credit',
      description: 'Transfer from Alice',
      status: 'success',
    })
  })

  test('the id of a document names the side that it was made from', () => {
    for (const type of ['debit', 'credit'] as const) {
      const { transactionId: id } = side
      expect(findSide(transactionDocument({ ...side, type }).$id)).toEqual({ id, type })
    }
    for (const text of ['', '.in', 'me', `${clientId}.out`, `${clientId}.in.in`]) {
      expect(findSide(text), text).toBeUndefined()
    }
  })

  test('an amount of more digits than a number has is never rounded', () => {
    const largest = { ...side, amountMinor: 999_999_999_999_999n }
    expect(transactionDocument(largest).amount).toBe(9_999_999_999_999.99)
    expect(() => transactionDocument({ ...side, amountMinor: 1_000_000_000_000_000n })).toThrow('more digits')
  })
})
