// What the clients write down: each intent before it is sent, each outcome when it is known. One line of JSON each.

/** A customer's transfer. Account numbers as customers know them; the amount as typed, `12.34`. */
export type TransferIntent = {
  readonly kind: 'transfer'
  readonly key: string
  readonly from: string
  readonly to: string
  /** Whether the beneficiary's bank is this one. */
  readonly isInside: boolean
  readonly amount: string
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

/** `ok`: acknowledged. `refused`: the bank said no, and nothing has happened. */
export type Outcome = { readonly kind: 'outcome'; readonly key: string; readonly was: 'ok' | 'refused' }

export type LogRecord = Intent | Outcome

export const statuses = ['pending', 'success', 'failed'] as const
export type Status = (typeof statuses)[number]

/** What is wrong, and with what. */
export type Finding = { readonly what: Wrong; readonly detail: string }

/** The ways in which a bank can fail its customers, as the report counts them. */
export type Wrong =
  | 'lost'
  | 'duplicated'
  | 'invented'
  | 'altered'
  | 'negative'
  | 'wrong total'
  | 'wrong balance'
  | 'done though refused'
  | 'illegal status'
  | 'broken chain'
  | 'other answer to a repeat'
  | 'not read after it was written'
  | 'forgotten'
  | 'unexpected answer'
  | 'spent twice'
  | 'broken in flight'
  | 'ended by itself'
  | 'did not start'
  | 'two owners'
  | 'mailed wrongly'
  | 'unfinished'
