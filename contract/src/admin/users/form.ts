import * as z from 'zod/mini'
import { emailLengthMax } from '../../rules/person.ts'
import { textLine } from '../../rules/text.ts'

/** Which users are wanted, and the page of them. */
export const userListQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(z.uuid()),
  /** Any part of the e-mail, in capitals or not (§6). */
  email: z.optional(
    z.pipe(
      textLine({ field: 'Email', required: 'Enter what to search for', lengthMax: emailLengthMax }),
      z.transform((text: string) => text.toLowerCase()),
    ),
  ),
})
