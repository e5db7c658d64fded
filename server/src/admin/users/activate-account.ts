import type { endpoints } from '@bank/contract/endpoints'
import { setActive } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import { findLastActivationChange } from '../../audit/audit-log.ts'
import type { Call, Verb } from '../../call.ts'
import { accountActiveMail } from '../../mail/letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { Refusal } from '../../refusal.ts'
import { endSessions } from '../../sessions/user-sessions.ts'
import { inUserTransaction, readUser } from '../../users/user.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { keepsActiveAdministrator } from '../administrators/administrator.ts'
import { findChosenAccount } from './account-of-user.ts'

/**
 * Activates an account of a customer, so that it can send (specification §4, Account status). A further account counts as inactive
 * for as long as the main one is. The customer gets a mail about the main account, unless the activation undoes a deactivation.
 */
export const activateAccount: Verb<'activateAccount'> = async (call) => {
  await setAccountActive(call, { ...call.input, isActive: true })
}

/**
 * Deactivates an account of a customer, which can still receive. Deactivating the main account deactivates the customer: none of
 * their accounts can send, and every session ends. They may sign in again, but cannot work as an administrator. Only the audit log
 * keeps the reason. Refuses the caller's own accounts, the last active main account of an administrator, and with a reason an
 * account that is already inactive, because the reason would be lost.
 */
export const deactivateAccount: Verb<'deactivateAccount'> = async (call) => {
  const hasChanged = await setAccountActive(call, { ...call.input, isActive: false })
  if (!hasChanged && call.input.reason !== undefined) throw new Refusal('account_inactive_already')
}

type ActivationCall = Call<typeof endpoints.activateAccount> | Call<typeof endpoints.deactivateAccount>

type Change = Call<typeof endpoints.deactivateAccount>['input'] & { readonly isActive: boolean }

/** Returns whether that changed anything, now or in the first attempt of a repeat. */
async function setAccountActive(
  { bank, actor, params, query, now }: ActivationCall,
  { isActive, reason, changeId, undoes }: Change,
): Promise<boolean> {
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const { id, number, isMain } = await findChosenAccount(bank.db, params.id, query.account)
  // Before the account's lock: a booked act of its owner holds the user while it waits for the books.
  return inUserTransaction(bank.db, params.id, async (connection) => {
    const accountNumber = isMain ? null : number
    const last = await findLastActivationChange(connection, params.id, accountNumber)
    const isRepeat = changeId === last?.id && isActive === last.isActive && reason === last.reason
    if (isRepeat) return true
    const hasChanged = await setActive(connection, id, { isActive, now })
    if (!hasChanged) return false
    if (undoes !== undefined && undoes !== last?.id) throw new Refusal('account_state_changed')
    if (isMain && isActive && undoes === undefined) {
      const user = await readUser(connection, params.id)
      await queueMail(connection, accountActiveMail(bank.config.bankName, user, number), now)
    }
    const action = isActive ? 'account_activated' : 'account_deactivated'
    const deactivatesUser = isMain && !isActive
    const details = {
      before: isActive ? 'inactive' : 'active',
      after: isActive ? 'active' : 'inactive',
      id: changeId,
      ...(accountNumber !== null && { accountNumber }),
      ...(deactivatesUser && { sessionsEnded: await endSessions(connection, params.id) }),
      ...(reason !== undefined && { reason }),
    }
    await recordAudit(connection, { actorId: actor.userId, action, target: params.id, details, now })
    // After the audit event, which locks the audit log: two administrators who deactivate each other run one after the other.
    if (deactivatesUser && !(await keepsActiveAdministrator(connection, params.id))) {
      throw new Refusal('last_active_administrator')
    }
    await requireAdministrator(connection, actor.userId)
    return true
  })
}
