// How far the bank's clock is ahead of this device's, in milliseconds. The clock of a device may be wrong by hours.
let aheadMilliseconds = 0

/** The bank's time in milliseconds since 1970, exact to about a second. */
export function bankNow(): number {
  return Date.now() + aheadMilliseconds
}

/** Sets the bank's time from the `Date` header of an answer. */
export function noteServerTime(response: Response): void {
  const time = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(time)) noteBankTime(time)
}

/** Sets the bank's time, in milliseconds since 1970. */
export function noteBankTime(time: number): void {
  aheadMilliseconds = time - Date.now()
}
