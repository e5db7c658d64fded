import type { endpoints } from '@bank/contract/endpoints'
import { findAccountOfUser, setActive } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Call } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { endSessions } from '../../sessions/user-sessions.ts'
import { lockUser } from '../../users/user.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { keepsActiveAdministrator } from '../administrators/administrator.ts'

/** Activates a customer's account, so that it can send (specification §4, Account status). */
export function activateAccount(call: Call<typeof endpoints.activateAccount>): Promise<undefined> {
  return setAccountActive(call, true)
}

/**
 * Deactivates a customer's account, which can still receive. Every session of its owner ends; the owner may sign in again, but
 * cannot work as an administrator. Refuses the caller's own account, and the last active account of an administrator.
 */
export function deactivateAccount(call: Call<typeof endpoints.deactivateAccount>): Promise<undefined> {
  return setAccountActive(call, false)
}

async function setAccountActive(
  { bank, actor, params, now }: Call<typeof endpoints.activateAccount>,
  isActive: boolean,
): Promise<undefined> {
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findAccountOfUser(bank.db, params.id)
  if (!account) throw new Refusal('user_not_found')
  await inTransaction(bank.db, async (connection) => {
    // Before the account's lock: a booked act of its owner holds the user while it waits for the books.
    await lockUser(connection, params.id)
    const hasChanged = await setActive(connection, account.id, { isActive, now })
    if (!hasChanged) return
    const action = isActive ? 'account_activated' : 'account_deactivated'
    const details = isActive
      ? { before: 'inactive', after: 'active' }
      : { before: 'active', after: 'inactive', sessionsEnded: await endSessions(connection, params.id) }
    await recordAudit(connection, { actorId: actor.userId, action, target: params.id, details, now })
    // After the audit event, which locks the audit log: two administrators who deactivate each other run one after the other.
    if (!isActive && !(await keepsActiveAdministrator(connection, params.id))) {
      throw new Refusal('last_active_administrator')
    }
    await requireAdministrator(connection, actor.userId)
  })
}
