// The records of the intent log, one line of JSON each: an intent before it is sent, an outcome when it is known.

/** A customer's transfer. Account numbers as customers know them, or the id of a pot; the amount as typed, `12.34`. */
export type TransferIntent = {
  readonly kind: 'transfer'
  readonly key: string
  readonly from: string
  readonly to: string
  /** Whether the beneficiary's bank is this one. */
  readonly isInside: boolean
  /** Money between two accounts of the customer, or an account and its pot. */
  readonly isOwn?: true | undefined
  /** The sender has an undo time, and it stays inside the bank: it is pending until its release. */
  readonly waits?: true | undefined
  /** The pot into which it is rounded up. */
  readonly roundedInto?: string | undefined
  readonly amount: string
  /** What the customer writes for the payee; absent on most. */
  readonly reference?: string | undefined
}

/** An administrator's funding of an account. */
export type FundingIntent = {
  readonly kind: 'funding'
  readonly key: string
  readonly to: string
  readonly amount: string
  /** It is so large that a second person has to approve it. */
  readonly needsApproval?: true
}

/** A new status for a transaction. */
export type StatusIntent = {
  readonly kind: 'status'
  readonly key: string
  readonly transaction: string
  readonly status: Status
  /** The sender takes the transfer back; other statuses are set by an administrator. */
  readonly isTakingBack?: true
}

/** A payment that the bank makes on a day, `YYYY-MM-DD`, once. */
export type ScheduleIntent = Omit<TransferIntent, 'kind' | 'waits' | 'reference'> & {
  readonly kind: 'schedule'
  readonly day: string
}

/** A customer with one account stops all payments, or allows them again. */
export type FreezeIntent = {
  readonly kind: 'freeze'
  readonly key: string
  readonly account: string
  readonly isFrozen: boolean
}

/** A customer disputes a payment from an account, which staff credit, and end for one side. */
export type DisputeIntent = Pick<TransferIntent, 'key' | 'from' | 'amount'> & {
  readonly kind: 'dispute'
  readonly transaction: string
}

export type Intent =
  | TransferIntent
  | FundingIntent
  | StatusIntent
  | ScheduleIntent
  | FreezeIntent
  | DisputeIntent

/** `ok`: acknowledged. `refused`: must have had no effect. */
export type Outcome = { readonly kind: 'outcome'; readonly key: string; readonly was: 'ok' | 'refused' }

export type LogRecord = Intent | Outcome

export const statuses = ['pending', 'success', 'failed'] as const
export type Status = (typeof statuses)[number]

export type Finding = { readonly what: FindingKind; readonly detail: string }

export type FindingKind =
  | 'lost'
  | 'duplicated'
  | 'invented'
  | 'altered'
  | 'negative'
  | 'wrong total'
  | 'wrong balance'
  | 'refused but done'
  | 'illegal status'
  | 'broken chain'
  | 'different answer to a repeat'
  | 'stale read'
  | 'forgotten'
  | 'unexpected answer'
  | 'spent twice'
  | 'above a limit'
  | 'broken in flight'
  | 'crashed'
  | 'did not start'
  | 'two owners'
  | 'wrong mail'
  | 'unclean shutdown'
  | 'no outcome'
  | 'ready without payments'
