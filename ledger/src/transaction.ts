import type { Currency } from './currency.ts'
import type { LedgerAccountId } from './ledger-account.ts'
import type { FirstStatus, Route, Status } from './transaction-status.ts'

/** Whom a transfer goes to, as the customer wrote it. */
export type Beneficiary = {
  readonly accountName: string
  readonly accountNumber: string
  readonly bankName: string
  readonly bankAddress: string
  readonly swiftCode: string
  readonly routingNumber: string
}

/** What never changes about a transaction. */
export type TransactionFacts = {
  /** A UUID in lower case, made by whoever starts the transaction and kept across retries. */
  readonly id: string
  readonly route: Route
  /** The customer accounts of the two sides; null on the bank's own side. */
  readonly debitAccountId: LedgerAccountId | null
  readonly creditAccountId: LedgerAccountId | null
  readonly currency: Currency
  /** Whole minor units, more than zero. */
  readonly amountMinor: bigint
  /** What the paying and the receiving side read; null on the bank's own side. */
  readonly debitDescription: string | null
  readonly creditDescription: string | null
  readonly beneficiary: Beneficiary | null
  readonly firstStatus: FirstStatus
  /** The user who sent or funded it. */
  readonly madeBy: string
}

/** An amount on its way from a source to a destination, with a status. */
export type Transaction = TransactionFacts & {
  readonly status: Status
  /** When its first posting was booked, in milliseconds since 1970. */
  readonly createdAt: number
}

/**
 * True when both ask for the same thing by the same person: the second is then a repeat of the first. When it was
 * made, and with which PIN, is not part of what is asked. Nor is where the bank sends a beneficiary's money: their
 * account may have become one of ours between two tries, and the second must still be a repeat.
 */
export function sameContents(a: TransactionFacts, b: TransactionFacts): boolean {
  return (
    a.madeBy === b.madeBy &&
    a.route.source === b.route.source &&
    (a.beneficiary !== null || a.route.destination === b.route.destination) &&
    a.currency === b.currency &&
    a.amountMinor === b.amountMinor &&
    sameBeneficiary(a.beneficiary, b.beneficiary)
  )
}

function sameBeneficiary(a: Beneficiary | null, b: Beneficiary | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.accountName === b.accountName &&
    a.accountNumber === b.accountNumber &&
    a.bankName === b.bankName &&
    a.bankAddress === b.bankAddress &&
    a.swiftCode === b.swiftCode &&
    a.routingNumber === b.routingNumber
  )
}
