import * as z from 'zod/mini'
import { adminListQuery } from '../rules/admin-list.ts'
import { textLine } from '../rules/text.ts'

/** The states by which mail is selected. `unsent`: not sent yet, and not given up. */
export const mailFilterStates = ['unsent', 'sent', 'given_up'] as const

/** Selects mail of the outbox, and a page of it. */
export const outgoingMailQuery = z.extend(adminListQuery, {
  /** The whole address of the recipient. */
  to: z.optional(
    z.pipe(
      textLine({ field: 'Recipient', required: 'Enter an email', lengthMax: 254 }),
      z.transform((text: string) => text.toLowerCase()),
    ),
  ),
  state: z.optional(z.enum(mailFilterStates, 'Choose unsent, sent or given up')),
})

export type OutgoingMailQuery = z.output<typeof outgoingMailQuery>
