import { yearsAfter } from '../bank-day.ts'
import { isRealDay, lastDayTooEarly } from '../real-day.ts'

/** The days of a statement, both inclusive, in the bank's time zone. */
export type Period = { readonly from: string; readonly to: string }

/** A month, a first and a last day, or the whole history; empty for the current month. */
export type PeriodQuery = {
  /** `all`: from the day the account was opened to today. */
  readonly period?: string | undefined
  readonly month?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The longest period by days. The whole history has no limit. */
const yearsMax = 10

/** The value of `period` for the whole history. */
export const wholeHistory = 'all'

export const periodMessages = {
  month: 'Choose a real month',
  day: 'Enter a real date',
  both: 'Choose a month, or a first and a last day',
  unknown: 'Choose all transactions, a month, or a first and a last day',
  from: 'Enter the first day',
  to: 'Enter the last day',
  backward: lastDayTooEarly,
  long: `A statement covers at most ${yearsMax} years`,
} as const

/** The error of a query and its field; undefined for a valid query. */
export function periodError({
  period,
  month,
  from,
  to,
}: PeriodQuery): { field: keyof PeriodQuery; message: string } | undefined {
  if (period !== undefined) {
    const isAlone = month === undefined && from === undefined && to === undefined
    return period === wholeHistory && isAlone
      ? undefined
      : { field: 'period', message: periodMessages.unknown }
  }
  if (month !== undefined) {
    if (from !== undefined || to !== undefined) return { field: 'month', message: periodMessages.both }
    return isRealDay(`${month}-01`) ? undefined : { field: 'month', message: periodMessages.month }
  }
  if (from === undefined && to === undefined) return undefined
  if (!from) return { field: 'from', message: periodMessages.from }
  if (!isRealDay(from)) return { field: 'from', message: periodMessages.day }
  if (!to) return { field: 'to', message: periodMessages.to }
  if (!isRealDay(to)) return { field: 'to', message: periodMessages.day }
  if (to < from) return { field: 'to', message: periodMessages.backward }
  return to >= yearsAfter(from, yearsMax) ? { field: 'to', message: periodMessages.long } : undefined
}

/** The days of a valid query. `today` and `openedOn`, the day the account was opened, are days of the bank. */
export function periodOf(
  { period, month, from, to }: PeriodQuery,
  { today, openedOn }: { today: string; openedOn: string },
): Period {
  if (period === wholeHistory) return { from: openedOn, to: today }
  if (from !== undefined && to !== undefined) return { from, to }
  const chosen = month ?? today.slice(0, 7)
  return { from: `${chosen}-01`, to: lastDayOf(chosen) }
}

/** The last day of a month: `2026-02-28` for `2026-02`. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}
