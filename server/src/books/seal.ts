import { createHash } from 'node:crypto'
import { type SealedPosting, sealedText } from '@bank/ledger/sealed-text'
import type { Rows } from '@bank/ledger/snapshot'

/** One link of a writer's hash chain. */
export type Link = { readonly writerId: string; readonly batchNo: bigint; readonly hash: Buffer }

/** The link before the first of a chain. */
export function firstLink(writerId: string): Link {
  return { writerId, batchNo: 0n, hash: Buffer.alloc(32) }
}

/** The link after `head` that seals these postings: SHA-256 of the hash before it and of everything booked. */
export function seal(head: Link, postings: readonly SealedPosting[]): Link {
  const hash = createHash('sha256').update(head.hash).update(sealedText(postings)).digest()
  return { writerId: head.writerId, batchNo: head.batchNo + 1n, hash }
}

/** A batch's postings as they are sealed: with their entries and, on a first posting, the transaction's facts. */
export function sealedPostings({ postings, entries, transactions }: Rows): SealedPosting[] {
  const opened = new Map(transactions.map((transaction) => [transaction.id, transaction]))
  return postings.map((posting, index) => ({
    ...posting,
    opens: opened.get(posting.id) ?? null,
    // Each posting wrote two entries, in this order.
    entries: [entries[2 * index]!, entries[2 * index + 1]!],
  }))
}
