import * as z from 'zod/mini'
import { textLine } from './text.ts'

/** The most characters of a reason. */
export const reasonLengthMax = 500

/** Why an administrator acts, for the audit log. */
export const reason = textLine({
  field: 'Reason',
  required: 'Reason is required',
  lengthMin: { length: 3, message: 'Reason must be at least 3 characters' },
  lengthMax: reasonLengthMax,
})

/** Why staff act on an account. Who reads it depends on the act (`../admin/reason-reader.ts`). */
export const reasonForm = z.strictObject({ reason })

export type ReasonForm = z.output<typeof reasonForm>
