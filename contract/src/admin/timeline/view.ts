import * as z from 'zod/mini'
import { moment, person } from '../../answer-formats.ts'

const timelineEntry = z.object({
  /** The kind, and the id of what it is about. */
  id: z.string(),
  kind: z.enum(['note', 'message', 'mail', 'activity']),
  at: moment,
  /** Who wrote or did it; null for a visitor, the program and the bank’s mail. */
  by: z.nullable(person),
  /** The subject of a message or mail, the sentence of an act; empty for a note. */
  title: z.string(),
  /** The note, the message, the mail without its link, or the reason of an act; null for an act without one. */
  text: z.nullable(z.string()),
  /** What an act has changed, from and to; null for any other. */
  change: z.nullable(z.string()),
  /** False for a message with the customer’s address whose sender was not signed in. */
  isVerified: z.boolean(),
})

/** A page of what is known of a user, newest first. */
export const timelinePage = z.object({
  entries: z.array(timelineEntry),
  nextCursor: z.nullable(z.string()),
})

export type TimelineEntry = z.output<typeof timelineEntry>
