import type { SidePath } from '@bank/contract/gateway/transactions/form'
import type { TransactionSide } from '@bank/contract/gateway/transactions/view'
import { databaseId } from './collection.ts'
import { findId, writeId } from './ids.ts'
import { momentOf, numberOf } from './json-values.ts'

export const transactionsCollectionId = 'transactions'

// The two sides of a transaction are two documents. The paying one has the transaction's id.
const creditEnding = '.in'

/** The side of a transaction that a document's id names; undefined for other text. */
export function findSide(documentId: string): SidePath | undefined {
  const isCredit = documentId.endsWith(creditEnding)
  const id = findId(isCredit ? documentId.slice(0, -creditEnding.length) : documentId)
  return id === undefined ? undefined : { id, type: isCredit ? 'credit' : 'debit' }
}

/** The id of the document of one side of a transaction. */
export function writeSideId(transactionId: string, type: SidePath['type']): string {
  return `${writeId(transactionId)}${type === 'credit' ? creditEnding : ''}`
}

/** One side of a transaction as a document of its owner (specification §3, Transaction record). */
export function transactionDocument(side: TransactionSide) {
  const { transactionId, type, ownerId, amountMinor, description, status, createdAt, updatedAt } = side
  const id = writeSideId(transactionId, type)
  const owner = writeId(ownerId)
  return {
    $id: id,
    $collectionId: transactionsCollectionId,
    $databaseId: databaseId,
    $createdAt: momentOf(createdAt),
    $updatedAt: momentOf(updatedAt),
    $permissions: [`read("user:${owner}")`],
    id: owner,
    transactionId: id,
    amount: numberOf(amountMinor),
    type,
    description,
    status,
  }
}
