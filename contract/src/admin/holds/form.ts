import * as z from 'zod/mini'
import { amount } from '../../rules/amount.ts'
import { day } from '../../rules/day.ts'
import { id } from '../../rules/id.ts'
import { reason } from '../../rules/reason.ts'

/** The fields of a hold; the rest is added when it is sent. Without a day, staff lift it. */
export const holdForm = z.strictObject({
  amount,
  liftsOn: z.pipe(
    z._default(z.nullable(z.union([z.literal(''), day])), null),
    z.transform((typed: string | null) => typed || null),
  ),
})

/** A hold. The caller creates the id, so a repeat under the same id holds once. */
export const holdInstruction = z.extend(holdForm, { holdId: id('Hold ID must be a UUID'), reason })

export const holdPath = z.object({ id: id('Hold ID must be a UUID') })
