import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'
import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { roles } from '../roles.ts'

/** Who the caller is, and the caller's session. */
const identityView = z.object({
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

export type IdentityView = z.output<typeof identityView>

export const identityEndpoints = {
  readIdentity: endpoint({
    method: 'GET',
    path: '/v1/account',
    summary: 'Read who the caller is, and the session',
    audience: { ...customer, withTemporarySecrets: true },
    limit: usualLimit,
    answer: identityView,
    status: 200,
    refusals: [],
  }),
}
