import type { Currency } from './currency.ts'

export type LedgerAccountId = bigint

/** The id of no ledger account: theirs begin with 1. */
export const noLedgerAccount: LedgerAccountId = 0n

/**
 * One row of the books. A customer's balance is a debt of the bank: credit makes it grow.
 * `balanceMinor` is credits less debits, in whole minor units.
 */
export type LedgerAccount = {
  readonly id: LedgerAccountId
  readonly currency: Currency
  readonly balanceMinor: bigint
  /** The balance may not fall below this; null for internal accounts, which have no limit. */
  readonly floorMinor: bigint | null
  /** What the customer must leave on it, in minor units. The bank itself may take it below. */
  readonly heldMinor: bigint
  /** Nothing is booked on a closed one. */
  readonly isClosed: boolean
  /** The number of the last entry: 1, 2, 3 … without gaps. */
  readonly entrySeq: bigint
  /** Incremented by each batch that touches the account; detects a writer that read an older row. */
  readonly version: bigint
  /** When the last entry was booked, in milliseconds since 1970; null before the first. */
  readonly lastBookedAt: number | null
}
