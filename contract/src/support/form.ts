import * as z from 'zod/mini'
import { id } from '../rules/id.ts'
import { email } from '../rules/person.ts'
import { textLine, textLines } from '../rules/text.ts'

/** A message to the bank. `transactionId` names the transaction it is about, where there is one. */
export const supportForm = z.strictObject({
  email,
  subject: textLine({ field: 'Subject', required: 'Subject is required', lengthMax: 150 }),
  message: textLines({ field: 'Message', required: 'Message is required', lengthMax: 5000 }),
  transactionId: z.optional(id('Transaction ID is required')),
})

export type SupportForm = z.output<typeof supportForm>
