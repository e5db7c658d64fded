import { recordAudit } from '../../audit/audit-chain.ts'
import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { endElevationsOfUser } from '../../sessions/user-sessions.ts'
import { lockRole, setRole } from '../../users/role.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { hasUsableAdministrator } from './administrator.ts'

/**
 * Removes the administrator role from another user, who stays a customer. The user's sessions stay open, but lose their
 * elevation at once. Refuses to remove the last administrator who can work.
 */
export const removeAdministrator: Verb<'removeAdministrator'> = async ({ bank, actor, params, now }) => {
  const { id } = params
  if (id === actor.userId) throw new Refusal('own_role_removed')
  await inTransaction(bank.db, async (connection) => {
    const user = await lockRole(connection, id)
    if (!user) throw new Refusal('user_not_found')
    if (user.role !== 'administrator') throw new Refusal('user_not_administrator')
    await setRole(connection, id, 'customer')
    const elevatedSessionsClosed = await endElevationsOfUser(connection, id)
    const details = { before: 'administrator', after: 'customer', elevatedSessionsClosed }
    const event = { action: 'administrator_removed', target: id, details, now } as const
    await recordAudit(connection, { actorId: actor.userId, ...event })
    // After the audit event, which locks the audit log: two administrators who remove each other run one after the other.
    if (!(await hasUsableAdministrator(connection))) throw new Refusal('last_administrator')
    await requireAdministrator(connection, actor.userId)
  })
}
