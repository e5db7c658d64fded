import { isStaff } from '@bank/contract/roles'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockRole, presentRole } from '../../users/role.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { hasLastingAdministrator } from './administrator.ts'
import { changeRole } from './role-change.ts'

/**
 * Takes the role of the staff from another user, who stays a customer. The user's sessions stay open, but lose their elevation at
 * once. Refused where no administrator would be left who can work and whose role has no end.
 */
export const takeRole: Verb<'takeRole'> = async ({ bank, actor, params: { id: userId }, now }) => {
  if (userId === actor.userId) throw new Refusal('own_role_kept')
  await inTransaction(bank.db, async (connection) => {
    const user = await lockRole(connection, userId)
    if (!user) throw new Refusal('user_not_found')
    const before = { ...user, role: presentRole(user, now) }
    if (!isStaff(before.role)) throw new Refusal('user_not_staff')
    const after = { role: 'customer', roleUntil: null } as const
    await changeRole(connection, bank.config, { userId, before, after, actorId: actor.userId, now })
    // After the audit event, which locks the audit log: two administrators who remove each other run one after the other.
    if (!(await hasLastingAdministrator(connection))) throw new Refusal('last_administrator')
    await requireAdministrator(connection, actor, now)
  })
}
