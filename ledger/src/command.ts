import type { LedgerAccountId } from './ledger-account.ts'
import type { TransactionFacts } from './transaction.ts'
import { positionOf, type Route, type Status } from './transaction-status.ts'

/** Whose standing and PIN a transfer rests on. The PIN itself never reaches the ledger. */
export type Authorisation = {
  readonly userId: string
  readonly pinMatches: boolean
  /** From `openAttempts`. One for each submission, and the same when a batch is run again: a wrong PIN counts once. */
  readonly attempt: string
}

/** Make a transaction and put its money where its first status says. */
export type OpenTransaction = {
  readonly kind: 'open_transaction'
  readonly facts: TransactionFacts
  /** The most it may move, in minor units. */
  readonly limitMinor: bigint
  /** Null where staff moves the bank's own money. */
  readonly authorisation: Authorisation | null
}

/** Give a transaction another status and move its money from the old place to the new one. */
export type ChangeStatus = {
  readonly kind: 'change_status'
  /** A UUID in lower case, kept across retries. */
  readonly changeId: string
  readonly transactionId: string
  /** The transaction's own route, which never changes. */
  readonly route: Route
  readonly status: Status
  /** The status that the change is decided on; left out where any will do. */
  readonly seen?: Status | undefined
  readonly madeBy: string
}

export type Command = OpenTransaction | ChangeStatus

/** The ledger accounts a command may move money on: they are locked before it is decided. */
export function ledgerAccountsOf(
  command: ChangeStatus | Omit<OpenTransaction, 'authorisation'>,
): readonly LedgerAccountId[] {
  if (command.kind === 'open_transaction') {
    const { route, firstStatus } = command.facts
    return [route.source, positionOf(firstStatus, route)]
  }
  return [command.route.source, command.route.inTransit, command.route.destination]
}

/** Why the books say no. */
export type BooksRefusal =
  | { readonly code: 'id_reused' }
  | { readonly code: 'account_missing' }
  | { readonly code: 'transaction_missing' }
  /** It has another status than the one that was seen. */
  | { readonly code: 'status_changed'; readonly status: Status }
  | { readonly code: 'account_inactive' }
  | { readonly code: 'pin_incorrect'; readonly triesLeft: number }
  /** `lockedUntil` in milliseconds since 1970; `byThisTry` on the try that closed the lock. */
  | { readonly code: 'pin_locked'; readonly lockedUntil: number; readonly byThisTry: boolean }
  | { readonly code: 'own_account' }
  | { readonly code: 'currency_different' }
  | { readonly code: 'limit_exceeded' }
  | { readonly code: 'amount_too_large' }
  | { readonly code: 'balance_insufficient' }
