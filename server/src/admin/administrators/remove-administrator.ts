import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Call } from '../../call.ts'
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
export async function removeAdministrator({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.removeAdministrator>): Promise<undefined> {
  if (id === actor.userId) throw new Refusal('own_role_removed')
  await inTransaction(bank.db, async (connection) => {
    const user = await lockRole(connection, id)
    if (!user) throw new Refusal('user_not_found')
    if (user.role !== 'administrator') throw new Refusal('user_not_administrator')
    await setRole(connection, id, 'customer')
    const elevatedSessionsClosed = await endElevationsOfUser(connection, id)
    const details = { before: 'administrator', after: 'customer', elevatedSessionsClosed }
    const event = { actorId: actor.userId, action: 'administrator_removed', target: id, details, now }
    await recordAudit(connection, event)
    // After the audit event, which locks the audit log: two administrators who remove each other run one after the other.
    if (!(await hasUsableAdministrator(connection))) throw new Refusal('last_administrator')
    await requireAdministrator(connection, actor.userId)
  })
}
