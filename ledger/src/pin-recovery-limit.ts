/** The bank's limit after a PIN was recovered: what can be sent from then until `until`, in milliseconds since 1970. */
export type PinRecoveryLimit = {
  readonly limitMinor: bigint
  /** What was sent since the recovery. */
  readonly sentMinor: bigint
  readonly until: number
}

/** True for a transfer that the limit does not allow. `now` in milliseconds since 1970. */
export function exceedsPinRecoveryLimit(
  { limitMinor, sentMinor, until }: PinRecoveryLimit,
  amountMinor: bigint,
  now: number,
): boolean {
  return now < until && sentMinor + amountMinor > limitMinor
}

/** The limit after a transfer: a day or a month that ends gives nothing back. */
export function withSentUnderLimit(limit: PinRecoveryLimit, amountMinor: bigint): PinRecoveryLimit {
  return { ...limit, sentMinor: limit.sentMinor + amountMinor }
}
