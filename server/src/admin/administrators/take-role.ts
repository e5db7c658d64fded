import type { Verb } from '../../call.ts'
import { putRoleWithApproval } from '../approvals/role-act.ts'

/**
 * Takes the role of the staff from another user, who stays a customer. The user's sessions stay open, but lose their elevation at
 * once. Where someone beside the two can give roles, it waits for one of them; a deactivation stops the user at once.
 */
export const takeRole: Verb<'takeRole'> = ({ bank, actor, params: { id: userId }, input: { reason }, now }) =>
  putRoleWithApproval(bank, actor, { userId, role: 'customer', lastDay: null, reason }, now)
