import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'

const person = z.object({ id: z.uuid(), name: z.string() })

/** A message to the bank. */
const supportMessageView = z.object({
  id: z.uuid(),
  /** The reference the sender was given. */
  reference: z.string(),
  /** As typed: not verified. */
  email: z.string(),
  /** The sender; null when the message was sent without signing in. */
  user: z.nullable(person),
  /** The customer with this address, of a message that was sent without signing in: not verified to be the sender. */
  addressOwner: z.nullable(person),
  subject: z.string(),
  message: z.string(),
  /** The transaction the sender refers to: not verified to be the sender's. */
  transactionId: z.nullable(z.uuid()),
  createdAt: moment,
  /** When it was answered, or marked as answered; null while it is open. */
  answeredAt: z.nullable(moment),
  /** The administrator who answers it; null while it is not taken. */
  owner: z.nullable(person),
  /** What the bank answered, oldest first. */
  answers: z.array(z.object({ id: z.uuid(), text: z.string(), by: person, at: moment })),
})

/** A page of messages to the bank, newest first. */
export const supportMessagePage = z.object({
  messages: z.array(supportMessageView),
  nextCursor: z.nullable(z.uuid()),
})

/** The caller's own messages, newest first, with the answers, which name no administrator. */
export const ownMessageList = z.object({
  messages: z.array(
    z.extend(
      z.pick(supportMessageView, {
        id: true,
        reference: true,
        subject: true,
        message: true,
        createdAt: true,
      }),
      {
        /** `taken`: an administrator works on it. */
        state: z.enum(['open', 'taken', 'answered']),
        answers: z.array(z.object({ id: z.uuid(), text: z.string(), at: moment })),
      },
    ),
  ),
})

export type OwnMessageList = z.output<typeof ownMessageList>
export type SupportMessageView = z.output<typeof supportMessageView>
export type SupportMessagePage = z.output<typeof supportMessagePage>
