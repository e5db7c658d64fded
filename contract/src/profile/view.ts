import * as z from 'zod/mini'
import { accountView } from '../accounts/view.ts'
import { decimal, moment } from '../answer-formats.ts'
import { roles } from '../roles/role.ts'

/** The caller's profile and account. */
export const meView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  phone: z.string(),
  dob: z.nullable(z.string()),
  gender: z.string(),
  employmentStatus: z.string(),
  country: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  avatar: z.nullable(z.string()),
  account: accountView,
  /** Since when the customer has stopped their own payments; null while they have not. */
  frozenAt: z.nullable(moment),
  /** For so many seconds the customer's transfers wait and can be taken back; 0 without an undo time. */
  undoSeconds: z.number(),
  /** The most one transfer may move. */
  transferLimit: decimal,
})

export type MeView = z.output<typeof meView>
