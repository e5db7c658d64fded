import * as z from 'zod/mini'
import { staffRoles } from '../../roles/rights.ts'
import type { StaffRole } from '../../roles/role.ts'
import { day } from '../../rules/day.ts'
import { reason } from '../../rules/reason.ts'

/** A role for a user. Without a last day, a day of the bank, it has no end. One that waits for a second person needs a reason. */
export const roleForm = z.strictObject({
  role: z.enum(staffRoles as [StaffRole, ...StaffRole[]], 'Choose a role'),
  lastDay: z.pipe(
    z._default(z.nullable(z.union([z.literal(''), day])), null),
    z.transform((typed: string | null) => typed || null),
  ),
  reason: z.optional(reason),
})

/** Why a role is taken: a reason likewise. */
export const roleTaking = z.strictObject({ reason: z.optional(reason) })
