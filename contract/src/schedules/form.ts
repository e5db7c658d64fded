import * as z from 'zod/mini'
import { amount } from '../rules/amount.ts'
import { day } from '../rules/day.ts'
import { id } from '../rules/id.ts'
import { transferForm } from '../transfers/form.ts'
import { holidayRules } from './bank-holidays.ts'
import { repeats } from './rhythm.ts'

/** The most weeks between two runs, and the most runs of a schedule that ends after some. */
export const everyMax = 52
export const timesMax = 999

/** When a schedule runs. */
export const rhythmShape = {
  firstDay: day,
  repeat: z.enum(repeats, 'Choose how often'),
  /** The weeks from one run to the next, of a weekly one. */
  every: wholeUpTo(everyMax),
  /** The last day on which it may run, or how often it runs; both null for one without an end. */
  lastDay: z.nullable(day),
  times: z.nullable(wholeUpTo(timesMax)),
  onHoliday: z.enum(holidayRules, 'Choose a day'),
}

/** The same as sent, where the usual values may be left out. */
const rhythmFields = {
  ...rhythmShape,
  every: z._default(rhythmShape.every, 1),
  lastDay: z._default(rhythmShape.lastDay, null),
  times: z._default(rhythmShape.times, null),
  onHoliday: z._default(rhythmShape.onHoliday, 'same_day'),
}

function wholeUpTo(most: number) {
  const message = `Enter a whole number from 1 to ${most}`
  return z.number(message).check(z.int(message), z.minimum(1, message), z.maximum(most, message))
}

/** The rules over several fields of a rhythm. */
export const rhythmRule = z.check<{
  firstDay: string
  repeat: string
  every: number
  lastDay: string | null
  times: number | null
}>(({ value, issues }) => {
  const complain = (path: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [path], message })
  const { firstDay, repeat, every, lastDay, times } = value
  if (lastDay !== null && lastDay < firstDay)
    complain('lastDay', 'Choose a last day that is not before the first')
  if (lastDay !== null && times !== null) complain('times', 'Choose a last day or how often, not both')
  if (every !== 1 && repeat !== 'weekly') complain('every', 'Only weeks can be left out')
})

/** A payment to a payee that is made on its days, with the PIN that authorises it. */
const scheduleFields = { ...transferForm.shape, ...rhythmFields }

/** A new schedule. The caller creates the id, so a repeat under the same id makes one schedule. */
export const scheduleOpening = z
  .strictObject({ ...scheduleFields, openingId: id('Opening ID is required') })
  .check(rhythmRule)

/** The version of the schedule that the customer saw: where another window has changed it since, nothing is changed. */
const seen = { version: z.number().check(z.int(), z.minimum(1)) }

export const scheduleForm = z.strictObject({ ...scheduleFields, ...seen }).check(rhythmRule)

/** Money to another account or a pot of the customer: `to` is the number of the account, or the id of the pot. It needs no PIN. */
const ownScheduleFields = {
  to: z.string('Choose where it goes').check(z.minLength(1, 'Choose where it goes'), z.maxLength(40)),
  amount,
  ...rhythmFields,
}

export const ownScheduleOpening = z
  .strictObject({ ...ownScheduleFields, openingId: id('Opening ID is required') })
  .check(rhythmRule)

export const ownScheduleForm = z.strictObject({ ...ownScheduleFields, ...seen }).check(rhythmRule)

/** Pauses a schedule, lets it run again, or ends it for good. */
export const scheduleStateForm = z.strictObject({
  ...seen,
  state: z.enum(['active', 'paused', 'ended'], 'Choose what happens'),
})

/** Leaves out the next run. */
export const skipForm = z.strictObject(seen)

export const schedulePath = z.object({ id: id('Schedule ID is required') })

export type ScheduleForm = z.output<typeof scheduleForm>
export type OwnScheduleForm = z.output<typeof ownScheduleForm>
