import type { Currency } from './currency.ts'
import type { LedgerAccountId } from './ledger-account.ts'
import type { FirstStatus, Route, Status } from './transaction-status.ts'

/** The beneficiary of a transfer, as the customer wrote it. */
export type Beneficiary = {
  readonly accountName: string
  readonly accountNumber: string
  readonly bankName: string
  readonly bankAddress: string
  readonly swiftCode: string
  readonly routingNumber: string
}

/** The facts that the seal of the batch covers. */
export type SealedFacts = {
  /** A UUID in lower case, made by the caller and kept across retries. */
  readonly id: string
  readonly route: Route
  /** The customer accounts of the two sides; null on the bank's own side. */
  readonly debitAccountId: LedgerAccountId | null
  readonly creditAccountId: LedgerAccountId | null
  readonly currency: Currency
  /** Whole minor units, more than zero. */
  readonly amountMinor: bigint
  /** The descriptions of the paying and the receiving side; null on the bank's own side. */
  readonly debitDescription: string | null
  readonly creditDescription: string | null
  /** Null on a funding, and on a transfer whose sender gave a description instead. */
  readonly beneficiary: Beneficiary | null
  readonly firstStatus: FirstStatus
  /** The user who sent or funded it. */
  readonly madeBy: string
}

/** The facts of a transaction that never change. */
export type TransactionFacts = SealedFacts & {
  /** What the sender wrote for the payee; both sides read it. Not sealed (docs/decisions/0042-references-for-payees.md). */
  readonly reference: string | null
}

/** A transfer of an amount from a source to a destination, with a status. */
export type Transaction = TransactionFacts & {
  readonly status: Status
  /** When its first posting was booked, in milliseconds since 1970. */
  readonly createdAt: number
}

/**
 * True when both have the same contents and the same author: the second is then a retry of the first. The time and the
 * PIN are not part of the contents. Neither is the destination of a transfer to a beneficiary: the beneficiary may have
 * opened an account with this bank between two attempts, and the second must still be a retry. Its description is made from the
 * beneficiary; only a transfer without one has a description of the sender's.
 */
export function sameContents(a: TransactionFacts, b: TransactionFacts): boolean {
  return (
    a.madeBy === b.madeBy &&
    a.route.source === b.route.source &&
    (a.beneficiary !== null ||
      (a.route.destination === b.route.destination && a.firstStatus === b.firstStatus && sameText(a, b))) &&
    a.currency === b.currency &&
    a.amountMinor === b.amountMinor &&
    a.reference === b.reference &&
    sameBeneficiary(a.beneficiary, b.beneficiary)
  )
}

/** The sender describes a plain transfer, which is pending at first; the bank describes what it books at once. */
function sameText(a: TransactionFacts, b: TransactionFacts): boolean {
  return a.firstStatus !== 'pending' || a.debitDescription === b.debitDescription
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
