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
 * Takes the administrator role from another user, who stays the customer they are. Administrator's work closes in their
 * sessions at once; the sessions stay open. One administrator who can work always remains.
 */
export async function removeAdministrator({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.removeAdministrator>): Promise<undefined> {
  if (id === actor.userId) throw new Refusal('own_role_removed')
  await inTransaction(bank.db, async (connection) => {
    const candidate = await lockRole(connection, id)
    if (!candidate) throw new Refusal('user_not_found')
    if (candidate.role !== 'administrator') throw new Refusal('user_not_administrator')
    await setRole(connection, id, 'customer')
    const elevatedSessionsClosed = await endElevationsOfUser(connection, id)
    const details = { before: 'administrator', after: 'customer', elevatedSessionsClosed }
    const event = { actorId: actor.userId, action: 'administrator_removed', target: id, details, now }
    await recordAudit(connection, event)
    // Asked with the record's head locked: two administrators who remove each other are asked one after the other.
    if (!(await hasUsableAdministrator(connection))) throw new Refusal('last_administrator')
    await requireAdministrator(connection, actor.userId)
  })
}
