import * as z from 'zod/mini'
import { adminListQuery } from '../rules/admin-list.ts'
import { email } from '../rules/email.ts'
import { id, transactionId } from '../rules/id.ts'
import { textLine, textLines } from '../rules/text.ts'
import { supportMessageStates } from './states.ts'

/** A message to the bank. `transactionId` names the transaction it is about, where there is one. */
export const supportForm = z.strictObject({
  email,
  subject: textLine({ field: 'Subject', required: 'Subject is required', lengthMax: 150 }),
  message: textLines({ field: 'Message', required: 'Message is required', lengthMax: 5000 }),
  transactionId: z.optional(transactionId),
})

/** Selects a page of the messages, of one state or of both. */
export const supportMessageQuery = z.extend(adminListQuery, {
  state: z.optional(z.enum(supportMessageStates, 'Choose open or answered')),
})

export const supportMessagePath = z.object({ id: id('Message ID is required') })

/** The most characters of an answer. */
export const answerLengthMax = 5_000

export const supportAnswerForm = z.strictObject({
  text: textLines({ field: 'Answer', required: 'Answer is required', lengthMax: answerLengthMax }),
})

/** An answer. The caller creates the id: a repeat under the same id sends nothing. */
export const supportAnswer = z.extend(supportAnswerForm, { answerId: id('Answer ID is required') })

export type SupportForm = z.output<typeof supportForm>
