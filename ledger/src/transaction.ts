import type { Currency } from './currency.ts'
import type { BankPlace, Kind } from './kind.ts'
import { type KindName, kinds } from './kinds.ts'
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
  readonly kind: KindName
  readonly route: Route
  /** The customer accounts of the two sides; null on the bank's own side and on a pot's. */
  readonly debitAccountId: LedgerAccountId | null
  readonly creditAccountId: LedgerAccountId | null
  readonly currency: Currency
  /** Whole minor units, more than zero. */
  readonly amountMinor: bigint
  /** What the paying and the receiving side are told (`Kind.debitDetail`, `Kind.creditDetail`). */
  readonly debitDetail: string | null
  readonly creditDetail: string | null
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

/** What the caller says of a movement of money. Its kind says the rest. */
export type Movement = Pick<TransactionFacts, 'kind' | 'id' | 'currency' | 'amountMinor' | 'madeBy'> & {
  /** The ledger accounts of customers. Those of the bank, where the kind has them, are not named. */
  readonly from?: LedgerAccountId
  readonly to?: LedgerAccountId
} & {
  readonly [Fact in 'beneficiary' | 'reference' | 'debitDetail' | 'creditDetail']?: TransactionFacts[Fact]
}

/** The bank's own ledger accounts of a currency. */
export type OwnLedgerAccounts = Readonly<Record<BankPlace | 'inTransit', LedgerAccountId>>

/**
 * The facts of a movement, with the bank's own ledger accounts of its currency. With an undo time it begins pending where its kind waits for
 * that.
 */
export function factsOf(
  {
    from,
    to,
    beneficiary = null,
    reference = null,
    debitDetail = null,
    creditDetail = null,
    ...rest
  }: Movement,
  own: OwnLedgerAccounts,
  hasUndoTime = false,
): TransactionFacts {
  const { source, destination, firstStatus, waitsForUndo } = kinds[rest.kind]
  return {
    ...rest,
    route: {
      source: from ?? own[source as BankPlace],
      inTransit: own.inTransit,
      destination: to ?? own[destination as BankPlace],
    },
    debitAccountId: source === 'account' ? from! : null,
    creditAccountId: destination === 'account' ? to! : null,
    firstStatus: hasUndoTime && waitsForUndo ? 'pending' : firstStatus,
    beneficiary,
    reference,
    debitDetail,
    creditDetail,
  }
}

/**
 * True when both have the same contents and the same author: the second is then a retry of the first. The time and the
 * PIN are not part of the contents. Neither are the destination and the kind of a transfer to a beneficiary: the beneficiary may have
 * opened an account with this bank between two attempts, and the second must still be a retry. Of a kind that stops at the balance the
 * first attempt may have moved less.
 */
export function sameContents(a: TransactionFacts, b: TransactionFacts): boolean {
  return (
    a.madeBy === b.madeBy &&
    a.route.source === b.route.source &&
    (a.beneficiary !== null ||
      (a.kind === b.kind && a.route.destination === b.route.destination && sameDescription(a, b))) &&
    a.currency === b.currency &&
    (kinds[a.kind].stopsAtBalance || a.amountMinor === b.amountMinor) &&
    a.reference === b.reference &&
    sameBeneficiary(a.beneficiary, b.beneficiary)
  )
}

/** What the sender wrote is part of the contents, and what is taken back. The rest is not: a pot may have got another name. */
function sameDescription(a: TransactionFacts, b: TransactionFacts): boolean {
  if (takenBackBy(a) !== takenBackBy(b)) return false
  return kinds[a.kind].debitDetail !== 'description' || a.debitDetail === b.debitDetail
}

/** Whether a status after the first one is that of a sender who took their transfer back. Staff do not change their own transactions. */
export function isTakenBackBySender(
  { kind, madeBy }: Pick<TransactionFacts, 'kind' | 'madeBy'>,
  change: { readonly status: Status; readonly madeBy: string },
): boolean {
  return kinds[kind].mayBeTakenBack && change.status === 'failed' && change.madeBy === madeBy
}

/** The `madeBy` of a posting that the bank booked itself. No user has this id. */
export const bankItself = '00000000-0000-0000-0000-000000000000'

/**
 * Whether a status after the first one ended the undo time of a transfer: it went on as its sender wished, or back, because nothing could be
 * booked on the payee's account.
 */
export function endsUndoTime(
  { kind, madeBy }: Pick<TransactionFacts, 'kind' | 'madeBy'>,
  change: { readonly status: Status; readonly madeBy: string },
): boolean {
  return (
    change.madeBy === bankItself ||
    (kinds[kind].waitsForUndo && change.status === 'success' && change.madeBy === madeBy)
  )
}

/** The id of the funding or the provisional credit that a transaction takes back; null for one of another kind. */
export function takenBackBy({
  kind,
  creditDetail,
}: Pick<TransactionFacts, 'kind' | 'creditDetail'>): string | null {
  const { creditDetail: detail }: Kind = kinds[kind]
  return detail === 'funding' || detail === 'provisional_credit' ? creditDetail : null
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
