import * as z from 'zod/mini'
import { keptAmount } from '../rules/amount.ts'
import { id } from '../rules/id.ts'
import { textLines } from '../rules/text.ts'
import { disputeCauseNames } from './causes.ts'

/** The fields of the form that disputes a payment. */
export const disputeForm = z.strictObject({
  cause: z.enum(disputeCauseNames, 'Choose what is wrong'),
  amount: keptAmount,
  text: textLines({ field: 'Description', required: 'Describe what happened', lengthMax: 5_000 }),
})

/** The same as it is sent. The caller creates the id, so a repeat under the same id disputes once. */
export const disputeInstruction = z.extend(disputeForm, { disputeId: id('Dispute ID must be a UUID') })

export type DisputeForm = z.output<typeof disputeForm>
