import * as z from 'zod/mini'

/** What somebody has written to the bank. */
const supportMessageView = z.object({
  id: z.uuid(),
  /** What was told to whoever wrote it. */
  reference: z.string(),
  email: z.string(),
  /** Who wrote it, where they were signed in. Anybody may have typed any e-mail. */
  user: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  subject: z.string(),
  message: z.string(),
  /** What it is about, as its writer says: nobody has looked whether it is theirs. */
  transactionId: z.nullable(z.uuid()),
  createdAt: z.iso.datetime(),
})

/** A page of what people have written, newest first. */
export const supportMessagePage = z.object({
  messages: z.array(supportMessageView),
  nextCursor: z.nullable(z.uuid()),
})

export type SupportMessageView = z.output<typeof supportMessageView>
export type SupportMessagePage = z.output<typeof supportMessagePage>
