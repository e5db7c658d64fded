import { findMainAccount, setActive } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { inUserTransaction } from '../../users/user.ts'
import { findAdministrator } from './administrator.ts'

/**
 * Activates the account of an administrator from the command line, because administrators cannot activate their own and the
 * first one has no colleague. The audit event has no actor. `email` must be trimmed and in lower case.
 */
export async function activateAdministrator(
  { db }: Pick<Bank, 'db'>,
  email: string,
  now: Date,
): Promise<'activated' | 'active_already' | 'administrator_unknown'> {
  const userId = await findAdministrator(db, email)
  if (userId === undefined) return 'administrator_unknown'
  const account = await findMainAccount(db, userId)
  return inUserTransaction(db, userId, async (connection) => {
    const hasChanged = await setActive(connection, account!.id, { isActive: true, now })
    if (!hasChanged) return 'active_already'
    const details = { before: 'inactive', after: 'active' }
    const event = { actorId: null, action: 'account_activated' as const, target: userId, details, now }
    await recordAudit(connection, event)
    return 'activated'
  })
}
