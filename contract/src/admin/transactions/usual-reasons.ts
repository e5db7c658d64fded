import type { KindName } from '@bank/ledger/kinds'
import type { Status } from '@bank/ledger/transaction-status'

/** The usual reasons of what staff do with money, the most usual first. Another one can be written instead. */
export const fundingReasons = ['Incoming bank transfer', 'Cash deposit', 'Goodwill', 'Correction of an error']

export const takingBackReasons = ['Funded by mistake', 'Incoming payment was recalled']

export const holdReasons = ['Suspected fraud', 'Incoming payment is being checked', 'Order of a court']

export const customerLimitReasons = ['Asked for by the customer', 'Suspected fraud', 'Known large payment']

/** Of giving a role, and of taking one. */
export const roleReasons = ['New work', 'Stands in for a colleague']
export const roleTakingReasons = ['Other work', 'Leaves the bank', 'Suspected misuse']

/** Those of a change to this status, of transactions of one kind or of several. Both customers of a failed one read its reason. */
export function statusReasons(status: Status, kind?: KindName): readonly string[] {
  if (status !== 'failed') return ['Set by mistake', 'To be looked into']
  return kind === 'funding'
    ? takingBackReasons
    : ['Returned by the payee’s bank', 'Asked for by the sender', 'Sent by mistake']
}

/** The reason of a change that is undone by the toast about it. */
export const undoReason = 'Undone right away'

/** The reason of what a client of the hosted backend does, which does not know of reasons. */
export const clientReason = 'hosted backend’s client'

/** Reasons that a program gives. They say nothing to a customer. */
export const programReasons: readonly string[] = [undoReason, clientReason]
