import * as z from 'zod/mini'
import { day } from '../bank-day.ts'

/** The days a statement is about, both counted in, in the bank's time zone. */
export type Period = { readonly from: string; readonly to: string }

/** What is asked for: a month, a first and a last day, or the whole history; nothing for the current month. */
export type PeriodQuery = {
  /** `all`: from the day the account was opened to today. */
  readonly period?: string | undefined
  readonly month?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The longest that may be asked for by days. The whole history has no such limit: an account has what it has. */
const yearsMax = 10

/** The value of `period` that asks for every transaction of the account. */
export const wholeHistory = 'all'

export const periodSentences = {
  month: 'Choose a real month',
  day: 'Enter a real date',
  both: 'Choose a month, or a first and a last day',
  unknown: 'Choose all transactions, a month, or a first and a last day',
  from: 'Enter the first day',
  to: 'Enter the last day',
  backward: 'The last day must not be before the first',
  long: `A statement covers at most ${yearsMax} years`,
} as const

/** The period's part of a query: a sentence on the field that has to change. */
export const periodFields = {
  period: z.optional(z.string()),
  month: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
}

/** Applies the rules that look at more than one field. */
export const periodRule = z.check<PeriodQuery>(({ value, issues }) => {
  const fault = periodFault(value)
  if (fault) {
    issues.push({ code: 'custom', input: value, path: [fault.field], message: fault.sentence })
  }
})

/** What is wrong with what was asked for, and the field to look at; undefined when nothing is. */
export function periodFault({
  period,
  month,
  from,
  to,
}: PeriodQuery): { field: keyof PeriodQuery; sentence: string } | undefined {
  if (period !== undefined) {
    const isAlone = month === undefined && from === undefined && to === undefined
    return period === wholeHistory && isAlone
      ? undefined
      : { field: 'period', sentence: periodSentences.unknown }
  }
  if (month !== undefined) {
    if (from !== undefined || to !== undefined) return { field: 'month', sentence: periodSentences.both }
    return isDay(`${month}-01`) ? undefined : { field: 'month', sentence: periodSentences.month }
  }
  if (from === undefined && to === undefined) return undefined
  if (!from) return { field: 'from', sentence: periodSentences.from }
  if (!isDay(from)) return { field: 'from', sentence: periodSentences.day }
  if (!to) return { field: 'to', sentence: periodSentences.to }
  if (!isDay(to)) return { field: 'to', sentence: periodSentences.day }
  if (to < from) return { field: 'to', sentence: periodSentences.backward }
  return to >= yearsLater(from) ? { field: 'to', sentence: periodSentences.long } : undefined
}

/** The days of a query that has no fault. `today` and `openedOn`, the day the account was opened, are days at the bank. */
export function periodOf(
  { period, month, from, to }: PeriodQuery,
  { today, openedOn }: { today: string; openedOn: string },
): Period {
  if (period === wholeHistory) return { from: openedOn, to: today }
  if (from !== undefined && to !== undefined) return { from, to }
  const chosen = month ?? today.slice(0, 7)
  return { from: `${chosen}-01`, to: lastDayOf(chosen) }
}

/** The last day of a month: of `2026-02` it is `2026-02-28`. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  return day.safeParse(text).success
}

function yearsLater(day: string): string {
  return `${Number(day.slice(0, 4)) + yearsMax}${day.slice(4)}`
}
