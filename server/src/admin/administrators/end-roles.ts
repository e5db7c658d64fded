import type { Bank } from '../../bank.ts'
import { type Job, withBank } from '../../jobs/job.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { findEndedRoles, lockRole } from '../../users/role.ts'
import { changeRole } from './role-change.ts'

const rolesMax = 50

/**
 * Stores that roles have ended, with their audit events and mails. Since their last day no request has used them (`presentRole`).
 * Returns how many were due.
 */
export async function endRoles({ db, config }: Pick<Bank, 'db' | 'config'>, now: Date): Promise<number> {
  const due = await findEndedRoles(db, now, rolesMax)
  for (const userId of due) {
    await inTransaction(db, async (connection) => {
      const before = await lockRole(connection, userId)
      // Given again in the meantime, or stored by another process.
      if (!before?.roleUntil || before.roleUntil > now) return
      const after = { role: 'customer', roleUntil: null } as const
      await changeRole(connection, config, { userId, before, after, actorId: null, hasEnded: true, now })
    })
  }
  return due.length
}

export const endRolesJob: Job = {
  name: 'end-roles',
  pauseSeconds: 60,
  waitsAfterRestore: true,
  open: withBank(endRoles),
}
