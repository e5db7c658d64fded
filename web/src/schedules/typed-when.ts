import { dueDay } from '@bank/contract/schedules/bank-holidays'
import { rhythmRule, rhythmShape } from '@bank/contract/schedules/form'
import { scheduleText } from '@bank/contract/schedules/schedule-words'
import type { ScheduleView } from '@bank/contract/schedules/view'
import type { Currency } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { bankToday } from '../api/bank-today.ts'
import { publicConfig } from '../public-config.ts'
import { type WhenName, type WhenTexts, whenNames } from './when-names.ts'

const { firstDay, repeat, every, lastDay, times, onHoliday } = rhythmShape
const orNull = (text: string) => text || null
const numberOrNull = (text: string) => (text === '' ? null : Number(text))

/** The rules of the contract for typed texts. */
export const whenShape = {
  firstDay,
  repeat,
  every: z.pipe(
    z.transform((text: string) => (text === '' ? 1 : Number(text))),
    every,
  ),
  lastDay: z.pipe(z.transform(orNull), lastDay),
  times: z.pipe(z.transform(numberOrNull), times),
  end: z.string(),
  onHoliday,
}

/** The rules over several of these fields: those of a rhythm, and that a chosen end is filled in. */
export const whenRule = [
  rhythmRule,
  z.check<{ end: string; lastDay: string | null; times: number | null }>(({ value, issues }) => {
    const { end, lastDay, times } = value
    if (end === 'day' && lastDay === null)
      issues.push({ code: 'custom', input: value, path: ['lastDay'], message: 'Choose the last day' })
    if (end === 'times' && times === null)
      issues.push({ code: 'custom', input: value, path: ['times'], message: 'Enter how many payments' })
  }),
] as const
const whenRules = z.object(whenShape).check(...whenRule)

/** When a payment is made, once the rules have been applied. */
export type When = Omit<z.output<typeof whenRules>, 'end'>

/** Applies the rules to typed texts: when the payment is made, or what is wrong with each field. */
export function readWhen(texts: WhenTexts): { when: When } | { errors: Partial<Record<WhenName, string>> } {
  const { success, data, error } = whenRules.safeParse(texts)
  if (success) {
    const { end: _, ...when } = data
    return { when }
  }
  const messages = error.issues.map(({ path, message }) => [String(path[0]), message])
  return { errors: Object.fromEntries(messages.reverse()) }
}

/** When a payment is made, in words: "On the 1st of each month, first on Tuesday, December 1". */
export function whenText(when: When, currency: Currency): string {
  const { extraHolidays } = publicConfig
  const firstDue = dueDay(when.firstDay, when.onHoliday, { currency, extraHolidays })
  return scheduleText(when, { firstDue, today: bankToday() })
}

/** A rhythm as its fields show it; without one, every month from a day on that is still to be chosen. */
export function whenTextsOf(rhythm?: ScheduleView['rhythm']): WhenTexts {
  if (!rhythm)
    return {
      firstDay: '',
      repeat: 'monthly',
      every: '',
      lastDay: '',
      times: '',
      end: 'never',
      onHoliday: 'same_day',
    }
  const { firstDay, repeat, every, lastDay, times, onHoliday } = rhythm
  return {
    firstDay,
    repeat,
    every: every === 1 ? '' : `${every}`,
    lastDay: lastDay ?? '',
    times: times === null ? '' : `${times}`,
    end: lastDay !== null ? 'day' : times !== null ? 'times' : 'never',
    onHoliday,
  }
}

/** Shows what is wrong with the texts at their fields, and returns whether nothing is. */
export function checkWhen(
  texts: WhenTexts,
  setError: (name: WhenName, error: { message: string }, options: { shouldFocus: boolean }) => void,
): boolean {
  const read = readWhen(texts)
  if ('when' in read) return true
  const wrong = whenNames.filter((name) => read.errors[name])
  for (const name of wrong)
    setError(name, { message: read.errors[name]! }, { shouldFocus: name === wrong[0] })
  return false
}
