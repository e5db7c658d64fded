import type { LedgerAccountId } from './ledger-account.ts'
import type { Status } from './transaction-status.ts'

/** One balanced movement between two ledger accounts, written once, never edited. */
export type Posting = {
  /** The transaction's own id for its first posting, the change's id for a later one. */
  readonly id: string
  readonly transactionId: string
  /** The status that it gave the transaction. */
  readonly status: Status
  readonly debit: LedgerAccountId
  readonly credit: LedgerAccountId
  /** Whole minor units, more than zero. */
  readonly amountMinor: bigint
  /** The user who sent, funded, or changed the status. */
  readonly madeBy: string
  /** Milliseconds since 1970; never before an earlier entry on either ledger account. */
  readonly bookedAt: number
}

/**
 * A change to the status a transaction already had. It moves nothing and is kept so that a late repeat of it is
 * recognised, whatever the status is by then.
 */
export type NoOpStatusChange = Pick<Posting, 'id' | 'transactionId' | 'status' | 'madeBy'>

/** One side of a posting on one ledger account, with the balance after it. Signed: + credit, - debit. */
export type Entry = {
  readonly ledgerAccountId: LedgerAccountId
  readonly seq: bigint
  readonly amountMinor: bigint
  readonly balanceMinor: bigint
  readonly postingId: string
  readonly bookedAt: number
}
