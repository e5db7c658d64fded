import * as z from 'zod/mini'

const moment = z.iso.datetime()

/** How far a mail has come. `kept`: the bank has no way to send it. */
export const mailStates = ['kept', 'waiting', 'trying_again', 'sent', 'given_up'] as const

/** A mail of the bank. A link that only its recipient may use is not in its text. */
const outgoingMailView = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(mailStates),
  createdAt: moment,
  sentAt: z.nullable(moment),
  /** How often it has been tried. */
  attempts: z.number(),
  /** When it is tried next; null where it is not. */
  nextTryAt: z.nullable(moment),
  /** Why the last try failed. */
  lastFault: z.nullable(z.string()),
})

/** A page of the bank's mail, newest first. */
export const outgoingMailPage = z.object({
  mails: z.array(outgoingMailView),
  nextCursor: z.nullable(z.uuid()),
})

export type MailState = (typeof mailStates)[number]
export type OutgoingMailView = z.output<typeof outgoingMailView>
export type OutgoingMailPage = z.output<typeof outgoingMailPage>
