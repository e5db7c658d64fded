import * as z from 'zod/mini'
import { accountStates } from '../../accounts/state.ts'
import { moment } from '../../answer-formats.ts'
import { staffRoles } from '../../roles/rights.ts'
import type { StaffRole } from '../../roles/role.ts'

/** Who works for the bank: administrators first, then by role and name. */
export const staffList = z.object({
  staff: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      role: z.enum(staffRoles as [StaffRole, ...StaffRole[]]),
      /** The last day of the bank on which the role is held; null for one without an end. */
      lastDay: z.nullable(z.string()),
      /** The state of the main account: a member of staff whose account is deactivated cannot work. */
      state: z.enum(accountStates),
      /** Since when two-factor is on; null when it is off. */
      twoFactorSince: z.nullable(moment),
      /** The last activity of an open session, or the last entry in the audit log; null when there is neither. */
      lastSeenAt: z.nullable(moment),
    }),
  ),
})

export type StaffList = z.output<typeof staffList>
