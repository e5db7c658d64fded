import type { endpoints } from '@bank/contract/endpoints'
import type { RefusalCode } from '@bank/contract/errors'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Call } from '../../call.ts'
import { endEmailChange, findPendingEmail } from '../../email-changes/email-change.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockRole, type RoleOfUser, setRole } from '../../users/role.ts'
import { recordStaffAct } from '../administrator-act.ts'

/**
 * Makes a customer an administrator as well (specification §4, Admin flag). Their account stays as it is, their sessions
 * stay open, and administrator's work waits for the passcode. A pending email is cancelled.
 */
export async function makeAdministrator({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.makeAdministrator>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    const candidate = await lockRole(connection, id)
    const reason = whyNot(candidate, actor.userId)
    if (reason) throw new Refusal(reason)
    await setRole(connection, id, 'administrator')
    const pending = await findPendingEmail(connection, id, now)
    if (pending) {
      // An administrator's email is changed on the command line only.
      await endEmailChange(connection, id, now)
      const details = { email: pending.email, cause: 'administrator_made' }
      await recordAudit(connection, {
        actorId: actor.userId,
        action: 'email_change_cancelled',
        target: id,
        details,
        now,
      })
    }
    const details = { before: 'customer', after: 'administrator' }
    const event = { actorId: actor.userId, action: 'administrator_made', target: id, details, now }
    await recordStaffAct(connection, event)
  })
}

/**
 * Why an administrator may not make this user an administrator; undefined when they may. Nobody who could know the
 * user's password, or receive a link to replace it, decides alone.
 */
function whyNot(candidate: RoleOfUser | undefined, actorId: string): RefusalCode | undefined {
  if (!candidate) return 'user_not_found'
  if (candidate.role === 'administrator') return 'administrator_already'
  if (candidate.hasTemporarySecrets) return 'user_secrets_temporary'
  if (candidate.createdBy === actorId) return 'user_created_by_caller'
  return undefined
}
