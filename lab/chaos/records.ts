// The records of the intent log, one line of JSON each: an intent before it is sent, an outcome when it is known.

/** A customer's transfer. Account numbers as customers know them; the amount as typed, `12.34`. */
export type TransferIntent = {
  readonly kind: 'transfer'
  readonly key: string
  readonly from: string
  readonly to: string
  /** Whether the beneficiary's bank is this one. */
  readonly isInside: boolean
  /** Money between two accounts of the customer. */
  readonly isOwn?: true
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
}

/** A new status for a transaction. */
export type StatusIntent = {
  readonly kind: 'status'
  readonly key: string
  readonly transaction: string
  readonly status: Status
}

export type Intent = TransferIntent | FundingIntent | StatusIntent

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
