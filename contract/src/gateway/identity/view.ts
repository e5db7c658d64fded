import * as z from 'zod/mini'
import { moment } from '../../answer-formats.ts'
import { roles } from '../../roles/role.ts'

/** Who the caller is, and the caller's session. */
export const identityView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  createdAt: moment,
  passwordSetAt: moment,
  isTwoFactorOn: z.boolean(),
  session: z.object({
    id: z.uuid(),
    signedInAt: moment,
    lastSeenAt: moment,
    /** When the session ends, however much it is used. */
    endsAt: moment,
  }),
})

/** With its moments as dates, because the gateway gets it before it is JSON. */
export type IdentityView = z.input<typeof identityView>
