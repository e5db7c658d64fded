import type { Currency } from './currency.ts'
import type { Guard } from './guard.ts'
import type { LedgerAccount, LedgerAccountId } from './ledger-account.ts'
import type { PaidBeneficiaries, PaidBeneficiary } from './new-beneficiaries.ts'
import type { Entry, NoOpStatusChange, Posting } from './posting.ts'
import type { Transaction } from './transaction.ts'
import type { Status } from './transaction-status.ts'

/**
 * Wrong PINs in a row, and until when the PIN is locked (milliseconds since 1970). `lastAttempt`: the attempt that
 * changed one of them, or the misses, last; null before the first.
 */
export type PinLock = {
  readonly wrongCount: number
  readonly lockedUntil: number | null
  readonly lastAttempt: string | null
  /** Absent before the first. */
  readonly misses?: PayeeMisses
}

/** Transfers to account numbers that this bank does not have, since the first of a period (milliseconds since 1970). */
export type PayeeMisses = { readonly count: number; readonly since: number }

/** A customer who moves money. */
export type Sender = {
  /** The customer's accounts, and which of them are active: an account counts as inactive while the customer's main one is. */
  readonly standings: ReadonlyMap<LedgerAccountId, boolean>
  /** The customer has stopped their own instructions. */
  readonly isFrozen: boolean
  /** The limits of the customer's transfers by currency; most customers have none. */
  readonly guards: ReadonlyMap<Currency, Guard>
  /** Empty while the bank does not limit new beneficiaries. */
  readonly paidBeneficiaries: ReadonlyMap<Currency, PaidBeneficiaries>
  /** Null: no PIN is set. */
  readonly pin: PinLock | null
}

/** A status after the first one, and who set it. */
export type StatusSetting = Pick<Posting, 'status' | 'madeBy'>

/**
 * The end of a transfer's undo time (milliseconds since 1970), and when the transfer was released: by the end of that time or by a status that
 * staff set. Both are null for one that came back before its release; its payee never learns of it.
 */
export type Release = { readonly releaseAt: number | null; readonly releasedAt: number | null }

/** The rows that a batch of commands is decided on, read under their locks. */
export type Snapshot = {
  readonly ledgerAccounts: ReadonlyMap<LedgerAccountId, LedgerAccount>
  /** The existing transactions among those that the commands name. */
  readonly transactions: ReadonlyMap<string, Transaction>
  /** The existing postings under the ids of the commands. */
  readonly postings: ReadonlyMap<string, Pick<Posting, 'transactionId' | 'status' | 'madeBy'>>
  /** Those of the status changes' ids that are no-op status changes already. */
  readonly noOpStatusChanges: ReadonlyMap<string, NoOpStatusChange>
  /** The statuses that the transactions which the commands change had after their first, by transaction, without their order. */
  readonly statusChanges: ReadonlyMap<string, readonly StatusSetting[]>
  /** Of the transactions that the commands change, those that had an undo time. */
  readonly releases: ReadonlyMap<string, Release>
  readonly senders: ReadonlyMap<string, Sender>
  /** What was taken back of the fundings and provisional credits that the commands name, in minor units; absent for nothing. */
  readonly takenBack: ReadonlyMap<string, bigint>
}

/** The rows that a batch writes, in the order of its commands. */
export type Rows = {
  /** New transactions, with the status they have at the end of the batch. */
  readonly transactions: readonly Transaction[]
  /** Earlier transactions whose status changed. */
  readonly statuses: readonly { readonly transactionId: string; readonly status: Status }[]
  readonly postings: readonly Posting[]
  /** Two for each posting: debit first. */
  readonly entries: readonly Entry[]
  /** Each ledger account touched, once, as it is after the batch. */
  readonly ledgerAccounts: readonly LedgerAccount[]
  readonly noOpStatusChanges: readonly NoOpStatusChange[]
  /** The releases of new transactions that have an undo time, and those that changed. */
  readonly releases: readonly ({ readonly transactionId: string } & Release)[]
  readonly pins: readonly ({ readonly userId: string } & PinLock)[]
  readonly guards: readonly ({ readonly userId: string; readonly currency: Currency } & Guard)[]
  /** Each new beneficiary that was paid, once, as it is after the batch. */
  readonly paidBeneficiaries: readonly ({
    readonly userId: string
    readonly currency: Currency
    readonly beneficiary: string
  } & PaidBeneficiary)[]
}
