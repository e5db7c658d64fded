// How far the bank's clock is ahead of this device's, in milliseconds. A device's own clock may be wrong by hours.
let aheadMilliseconds = 0

/** The time at the bank, in milliseconds since 1970, right to about a second. */
export function bankNow(): number {
  return Date.now() + aheadMilliseconds
}

/** Learns the bank's time from an answer. */
export function noteServerTime(response: Response): void {
  const told = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(told)) noteBankTime(told)
}

/** Learns the bank's time, in milliseconds since 1970. */
export function noteBankTime(told: number): void {
  aheadMilliseconds = told - Date.now()
}
