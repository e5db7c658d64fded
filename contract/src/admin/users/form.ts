import * as z from 'zod/mini'
import { id } from '../../rules/id.ts'
import { emailLengthMax } from '../../rules/person.ts'
import { reason } from '../../rules/reason.ts'
import { textLine } from '../../rules/text.ts'

export const userPath = z.object({ id: id('User ID is required') })

/** Why an account is deactivated. Only administrators see the reason. */
export const deactivationForm = z.strictObject({ reason })

/** Selects users, and a page of them. */
export const userListQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(z.uuid()),
  /** Any part of the e-mail; case does not matter (§6). */
  email: z.optional(
    z.pipe(
      textLine({ field: 'Email', required: 'Enter what to search for', lengthMax: emailLengthMax }),
      z.transform((text: string) => text.toLowerCase()),
    ),
  ),
})

export type DeactivationForm = z.output<typeof deactivationForm>
