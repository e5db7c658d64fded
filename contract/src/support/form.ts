import * as z from 'zod/mini'
import { email } from '../rules/email.ts'
import { id, transactionId } from '../rules/id.ts'
import { textLine, textLines } from '../rules/text.ts'

/** The most characters of a message, an answer and a note. */
export const entryLengthMax = 5_000

/** A message to the bank. `transactionId` names the transaction it is about, where there is one. */
export const supportForm = z.strictObject({
  email,
  subject: textLine({ field: 'Subject', required: 'Subject is required', lengthMax: 150 }),
  message: textLines({ field: 'Message', required: 'Message is required', lengthMax: entryLengthMax }),
  transactionId: z.optional(transactionId),
})

const caseId = id('Message ID is required')

/** The same as it is sent. The caller creates the id: a repeat under the same id opens one case. */
export const newCase = z.extend(supportForm, { messageId: caseId })

export const casePath = z.object({ id: caseId })

/** What the customer or the bank writes in a case. */
export const entryForm = z.strictObject({
  text: textLines({ field: 'Message', required: 'Message is required', lengthMax: entryLengthMax }),
})

/** An entry. The caller creates the id: a repeat under the same id writes and sends nothing. */
export const caseEntry = z.extend(entryForm, { entryId: id('Entry ID is required') })

/** The caller creates the id of a file: a repeat under the same id stores nothing. */
export const caseFilePath = z.object({ id: id('File ID is required') })

/** The entry that a file belongs to, and the file's name, which is cleaned. */
export const caseFileQuery = z.object({
  entry: id('Entry ID is required'),
  name: z._default(z.string().check(z.maxLength(1_000, 'Name must be at most 1000 characters')), ''),
})

export type SupportForm = z.output<typeof supportForm>
