import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'

/** A message to the bank. */
const supportMessageView = z.object({
  id: z.uuid(),
  /** The reference the sender was given. */
  reference: z.string(),
  /** As typed: not verified. */
  email: z.string(),
  /** The sender; null when the message was sent without signing in. */
  user: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  subject: z.string(),
  message: z.string(),
  /** The transaction the sender refers to: not verified to be the sender's. */
  transactionId: z.nullable(z.uuid()),
  createdAt: moment,
  /** When it was marked as answered; null while it is open. */
  answeredAt: z.nullable(moment),
})

/** A page of messages to the bank, newest first. */
export const supportMessagePage = z.object({
  messages: z.array(supportMessageView),
  nextCursor: z.nullable(z.uuid()),
})

export type SupportMessageView = z.output<typeof supportMessageView>
export type SupportMessagePage = z.output<typeof supportMessagePage>
