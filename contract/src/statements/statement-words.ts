/** The days of a statement, and the day it was made on while its period is not over. Days are written `YYYY-MM-DD`. */
type StatementDays = { readonly from: string; readonly to: string; readonly asOf: string | null }

/** The name of a statement's last balance. */
export function closingName({ asOf }: Pick<StatementDays, 'asOf'>): string {
  return asOf === null ? 'Closing balance' : 'Balance now'
}

/** The days of a statement: "03/01/2026 – 03/31/2026", or "03/01/2026 to today, 03/07/2026". `write` formats a day. */
export function daysInWords({ from, to, asOf }: StatementDays, write: (day: string) => string): string {
  return asOf === to ? `${write(from)} to today, ${write(to)}` : `${write(from)} – ${write(to)}`
}

/** What is said about money on its way to another bank. `amount` is formatted. */
export function pendingInWords(amount: string): string {
  return `${amount} pending, already deducted`
}

/** What is said about money that is pending on its way to the account. `amount` is formatted. */
export function expectedInWords(amount: string): string {
  return `${amount} expected in, added when it arrives`
}
