import * as z from 'zod/mini'
import { amount, keptAmount } from '../rules/amount.ts'
import { day } from '../rules/day.ts'
import { id, transactionId } from '../rules/id.ts'
import { visibleLineOrNone } from '../rules/visible-line.ts'

const fields = {
  name: z.pipe(
    visibleLineOrNone({ field: 'Name', lengthMax: 40 }),
    z.string().check(z.minLength(1, 'Name is required')),
  ),
  /** What the customer saves for; null without a goal. */
  goal: z._default(z.nullable(keptAmount), null),
  targetDay: z._default(z.nullable(day), null),
  /** No money can be taken out before this day; null without a lock. */
  lockedUntil: z._default(z.nullable(day), null),
}

/** The fields of a pot: its name, goal, target day and lock. */
export const potForm = z.strictObject(fields)

/** A new pot. The caller creates the id, so a repeat under the same id opens one pot. */
export const potOpening = z.strictObject({ ...fields, openingId: id('Opening ID is required') })

/** Money into a pot or out of it. A repeat under the same id moves it once. */
export const potMovement = z.strictObject({ transactionId, amount })

export const potPath = z.object({ id: id('Pot ID is required') })

export type PotForm = z.output<typeof potForm>
export type PotOpening = z.output<typeof potOpening>
