import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'

/** The delivery of a mail. `kept`: mail is off, so it is stored and not sent. */
export const mailStates = ['kept', 'waiting', 'trying_again', 'sent', 'given_up'] as const

/** A mail of the bank. A link that only its recipient may use is left out of the text. */
const outgoingMailView = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(mailStates),
  createdAt: moment,
  sentAt: z.nullable(moment),
  attempts: z.number(),
  /** When the next attempt is due; null when there is none. */
  nextTryAt: z.nullable(moment),
  /** The error of the last attempt. */
  lastFault: z.nullable(z.string()),
})

/** A page of the bank's mail, newest first. */
export const outgoingMailPage = z.object({
  mails: z.array(outgoingMailView),
  nextCursor: z.nullable(z.uuid()),
})

export type MailState = (typeof mailStates)[number]
export type OutgoingMailView = z.output<typeof outgoingMailView>
