import * as z from 'zod/mini'
import { day } from './bank-day.ts'

/** The days a statement is about, both counted in, in the bank's time zone. */
export type Period = { readonly from: string; readonly to: string }

/** What somebody asks for: a month, or a first and a last day, or neither for the month that is now. */
export type PeriodQuery = {
  readonly month?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** More than anybody has to keep papers for, and short enough to be added up while somebody waits. */
const yearsMax = 10

export const periodSentences = {
  month: 'Choose a real month',
  day: 'Enter a real date',
  both: 'Choose a month, or a first and a last day',
  from: 'Enter the first day',
  to: 'Enter the last day',
  backward: 'The last day must not be before the first',
  long: `A statement covers at most ${yearsMax} years`,
} as const

/** The period's part of a query: a sentence on the field that has to change. */
export const periodFields = {
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
  month,
  from,
  to,
}: PeriodQuery): { field: 'month' | 'from' | 'to'; sentence: string } | undefined {
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

/** The days that were asked for, without a fault; `today` is the day at the bank. */
export function periodOf({ month, from, to }: PeriodQuery, today: string): Period {
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
