import { dayText } from '../date-text.ts'
import type { StatementLine } from './view.ts'

/** The days of a statement, and the day it was made on while its period is not over. Days are written `YYYY-MM-DD`. */
type StatementDays = { readonly from: string; readonly to: string; readonly asOf: string | null }

/** The name of a statement's last balance. */
export function closingName({ asOf }: Pick<StatementDays, 'asOf'>): string {
  return asOf === null ? 'Closing balance' : 'Balance now'
}

/** The days of a statement: "Mar 1, 2026 – Mar 31, 2026", or "Mar 1, 2026 to today, Mar 7, 2026". */
export function daysInWords({ from, to, asOf }: StatementDays): string {
  return `${dayText(from, 'short')} ${asOf === to ? 'to today,' : '–'} ${dayText(to, 'short')}`
}

/** What is said about money on its way to another bank. `amount` is formatted. */
export function pendingInWords(amount: string): string {
  return `${amount} pending, already deducted`
}

/** The status of a statement's line: that of its transaction, or what happened on the line itself when it undoes an earlier one. */
export function statusInWords({
  isReturn,
  type,
  status,
}: Pick<StatementLine, 'isReturn' | 'type' | 'status'>): string {
  if (!isReturn) return status
  return type === 'credit' ? 'returned' : 'taken back'
}

/** What is said about money that is pending on its way to the account. `amount` is formatted. */
export function expectedInWords(amount: string): string {
  return `${amount} expected in, added when it arrives`
}
