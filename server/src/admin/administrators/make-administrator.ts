import type { endpoints } from '@bank/contract/endpoints'
import type { RefusalCode } from '@bank/contract/errors'
import { findMainClosing } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Call } from '../../call.ts'
import { endEmailChange, findPendingEmail } from '../../email-changes/email-change.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockRole, type RoleOfUser, setRole } from '../../users/role.ts'
import { recordAdministratorAct } from '../administrator-act.ts'

/**
 * Makes a customer an administrator as well (specification §4, Admin flag). The account and the open sessions stay as they are,
 * and the sessions are elevated only by the passcode. A pending e-mail is cancelled.
 */
export async function makeAdministrator({
  bank,
  actor,
  params: { id },
  now,
}: Call<typeof endpoints.makeAdministrator>): Promise<undefined> {
  await inTransaction(bank.db, async (connection) => {
    const user = await lockRole(connection, id)
    const refusal = refusalFor(user, actor.userId)
    if (refusal) throw new Refusal(refusal)
    // They will not be able to sign in: the bank could be left without an administrator.
    if (await findMainClosing(connection, id)) throw new Refusal('main_account_closed')
    await setRole(connection, id, 'administrator')
    const pending = await findPendingEmail(connection, id, now)
    if (pending) {
      // An administrator's e-mail is changed on the command line only.
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
    await recordAdministratorAct(connection, event)
  })
}

/**
 * Why this administrator may not promote this user; undefined when there is no reason. An administrator who could know the
 * user's password, or receive a link to replace it, may not promote the user alone.
 */
function refusalFor(user: RoleOfUser | undefined, actorId: string): RefusalCode | undefined {
  if (!user) return 'user_not_found'
  if (user.role === 'administrator') return 'administrator_already'
  if (user.hasTemporarySecrets) return 'user_secrets_temporary'
  if (user.createdBy === actorId) return 'user_created_by_caller'
  return undefined
}
