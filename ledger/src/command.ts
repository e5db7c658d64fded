import type { Authorisation } from './authorisation.ts'
import type { GuardRefusal } from './guard.ts'
import { kinds } from './kinds.ts'
import type { LedgerAccountId } from './ledger-account.ts'
import type { NewBeneficiaryGuard } from './new-beneficiaries.ts'
import type { TransactionFacts } from './transaction.ts'
import { positionOf, type Route, type Status } from './transaction-status.ts'

/** Makes a transaction and moves its money to the position of its first status. */
export type OpenTransaction = {
  readonly type: 'open_transaction'
  readonly facts: TransactionFacts
  /** The most it may move, in minor units. */
  readonly limitMinor: bigint
  /** Absent where the bank does not limit new beneficiaries. */
  readonly newBeneficiary?: NewBeneficiaryGuard | undefined
  /** For so long the transfer waits for its sender to take it back. Absent without an undo time. */
  readonly undoMilliseconds?: number | undefined
  readonly authorisation: Authorisation
}

/** Gives a transaction another status and moves its money from the old position to the new one. */
export type ChangeStatus = {
  readonly type: 'change_status'
  /** A UUID in lower case, kept across retries. */
  readonly changeId: string
  readonly transactionId: string
  /** The transaction's own route, which never changes. */
  readonly route: Route
  readonly status: Status
  /** The status that the administrator saw; a transaction with another one is left as it is. Absent: any status will do. */
  readonly seen?: Status | undefined
  /** The administrator gave no reason: a change that needs one is refused. */
  readonly lacksReason?: boolean
  /** Of a transaction whose kind is limited, the customer who sent it, and what the limit for new beneficiaries calls its payee. */
  readonly sender?: { readonly userId: string; readonly beneficiary: string } | undefined
  /**
   * The sender takes it back, by the right of their session (`madeBy`), if it is not released: it is released at this moment
   * (milliseconds since 1970), not before its undo time is over, or earlier by a status that staff set. Absent: staff set the status.
   */
  readonly releasedAt?: number
  /**
   * The undo time of a transfer that waits for it is over: the money goes on to its destination, or where nothing can be booked there, back
   * (`failed`). Only if it still waits.
   */
  readonly isRelease?: boolean
  readonly madeBy: string
}

export type Command = OpenTransaction | ChangeStatus

/** The ledger accounts on which a command may move money. They are locked before it is decided. */
export function ledgerAccountsOf(
  command: ChangeStatus | Omit<OpenTransaction, 'authorisation'>,
): readonly LedgerAccountId[] {
  if (command.type === 'open_transaction') {
    const { kind, route, firstStatus } = command.facts
    // Of a transfer that waits for its undo time, the payee's account is asked about, too.
    const payee = kinds[kind].waitsForUndo && firstStatus === 'pending' ? [route.destination] : []
    return [route.source, positionOf(firstStatus, route), ...payee]
  }
  return [command.route.source, command.route.inTransit, command.route.destination]
}

/** Why the books refuse a command. */
export type BooksRefusal =
  | { readonly code: 'id_reused' }
  | { readonly code: 'account_missing' }
  | { readonly code: 'transaction_missing' }
  /** The transaction has a status other than `seen`. */
  | { readonly code: 'status_changed'; readonly status: Status }
  /** Transactions of this kind may not get the status (`Kind.statusesAfter`). */
  | { readonly code: 'status_not_allowed' }
  /** A change of a status lacks the reason that it needs (`needsReason`). */
  | { readonly code: 'reason_missing' }
  /** The transfer is released, so its sender cannot take it back. */
  | { readonly code: 'transfer_released' }
  /** The transfer does not wait for its release, or its time is not over. */
  | { readonly code: 'release_not_due' }
  /** Its sender took the transfer back, so its status stays. */
  | { readonly code: 'taken_back_by_sender' }
  /** A part of the funding was taken back, so its status stays. */
  | { readonly code: 'funding_taken_back' }
  /** At most `leftMinor` of the funding or the provisional credit can still be taken back. */
  | { readonly code: 'taken_back_exceeded'; readonly leftMinor: bigint }
  | { readonly code: 'account_inactive' }
  | { readonly code: 'payments_frozen' }
  /** `closed`: the account, of the two, on which nothing is booked. */
  | { readonly code: 'account_closed'; readonly closed: LedgerAccountId }
  | { readonly code: 'pin_incorrect'; readonly triesLeft: number }
  /** `lockedUntil` in milliseconds since 1970; `byThisTry` when this attempt locked the PIN. */
  | { readonly code: 'pin_locked'; readonly lockedUntil: number; readonly byThisTry: boolean }
  /** No account of this bank has the beneficiary's number. */
  | { readonly code: 'payee_account_missing' }
  /** Too many such numbers; `until` in milliseconds since 1970. */
  | { readonly code: 'payee_misses_used_up'; readonly until: number }
  | { readonly code: 'own_account' }
  | { readonly code: 'currency_different' }
  | { readonly code: 'limit_exceeded' }
  | GuardRefusal
  | { readonly code: 'amount_too_large' }
  | { readonly code: 'balance_insufficient' }
  /** The bank holds so much of the balance that too little is left for this. */
  | { readonly code: 'balance_held'; readonly heldMinor: bigint }
