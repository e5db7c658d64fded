import type { DeactivationInstruction } from '@bank/contract/admin/users/form'
import type { endpoints } from '@bank/contract/endpoints'
import { setActive } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import { findLastActivationChange } from '../../audit/audit-log.ts'
import type { Call } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { endSessions } from '../../sessions/user-sessions.ts'
import { lockUser } from '../../users/user.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { keepsActiveAdministrator } from '../administrators/administrator.ts'
import { findChosenAccount } from './account-of-user.ts'

/**
 * Activates an account of a customer, so that it can send (specification §4, Account status). A further account counts as inactive
 * for as long as the main one is.
 */
export async function activateAccount(call: Call<typeof endpoints.activateAccount>): Promise<undefined> {
  await setAccountActive(call, { isActive: true })
}

/** The same under an id: a repeat is answered like the first attempt, and the activation can be undone. */
export async function activateUnderId(call: Call<typeof endpoints.activateUnderId>): Promise<undefined> {
  await setAccountActive(call, { isActive: true, changeId: call.params.changeId })
}

/**
 * Deactivates an account of a customer, which can still receive. Deactivating the main account deactivates the customer: none of
 * their accounts can send, and every session ends. They may sign in again, but cannot work as an administrator. Refuses the
 * caller's own accounts, and the last active main account of an administrator.
 */
export async function deactivateAccount(call: Call<typeof endpoints.deactivateAccount>): Promise<undefined> {
  await setAccountActive(call, { isActive: false })
}

/**
 * The same with a reason, which only the audit log keeps. Refuses an account that is already inactive, because the reason would be
 * lost.
 */
export async function deactivateForReason(
  call: Call<typeof endpoints.deactivateForReason>,
): Promise<undefined> {
  const hasChanged = await setAccountActive(call, { ...call.input, isActive: false })
  if (!hasChanged) throw new Refusal('account_inactive_already')
}

/** Deactivates an account that was activated. Refuses when that is no longer the last change of its state. */
export async function undoActivation(call: Call<typeof endpoints.undoActivation>): Promise<undefined> {
  await setAccountActive(call, { isActive: false, undoes: call.params.changeId })
}

/** Activates an account that was deactivated. Refuses when that is no longer the last change of its state. */
export async function undoDeactivation(call: Call<typeof endpoints.undoDeactivation>): Promise<undefined> {
  await setAccountActive(call, { isActive: true, undoes: call.params.changeId })
}

type ActivationCall =
  | Call<typeof endpoints.activateAccount>
  | Call<typeof endpoints.activateUnderId>
  | Call<typeof endpoints.deactivateAccount>
  | Call<typeof endpoints.deactivateForReason>
  | Call<typeof endpoints.undoActivation>
  | Call<typeof endpoints.undoDeactivation>

type Change = Partial<DeactivationInstruction> & {
  readonly isActive: boolean
  /** The id of the change that must be the last one. */
  readonly undoes?: string
}

/** Returns whether that changed anything, now or in the first attempt of a repeat. */
async function setAccountActive(
  { bank, actor, params, query, now }: ActivationCall,
  { isActive, reason, changeId, undoes }: Change,
): Promise<boolean> {
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const { id, number, isMain } = await findChosenAccount(bank.db, params.id, query.account)
  return inTransaction(bank.db, async (connection) => {
    // Before the account's lock: a booked act of its owner holds the user while it waits for the books.
    await lockUser(connection, params.id)
    const accountNumber = isMain ? null : number
    const last = await findLastActivationChange(connection, params.id, accountNumber)
    const isRepeat = changeId !== undefined && changeId === last?.changeId && reason === last.reason
    if (isRepeat) return true
    const hasChanged = await setActive(connection, id, { isActive, now })
    if (!hasChanged) return false
    if (undoes !== undefined && undoes !== last?.changeId) throw new Refusal('account_state_changed')
    const action = isActive ? 'account_activated' : 'account_deactivated'
    const deactivatesUser = isMain && !isActive
    const details = {
      before: isActive ? 'inactive' : 'active',
      after: isActive ? 'active' : 'inactive',
      ...(changeId !== undefined && { id: changeId }),
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
