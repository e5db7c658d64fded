import * as z from 'zod/mini'
import { documentPage } from '../document-page.ts'

/** Selects users. A condition is met by each of its values; where it is absent, by every user. */
export const userSelection = z.strictObject({
  ids: z.optional(z.array(z.uuid())),
  emails: z.optional(z.array(z.string())),
  names: z.optional(z.array(z.string())),
  isAdministrator: z.optional(z.array(z.boolean())),
  isActive: z.optional(z.array(z.boolean())),
  /** The e-mail contains all of these texts, which are in lower case. */
  emailParts: z.array(z.string()),
  ...documentPage(z.uuid()),
})

export type UserSelection = z.output<typeof userSelection>
