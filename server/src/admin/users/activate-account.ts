import type { endpoints } from '@bank/contract/endpoints'
import { hasRight } from '@bank/contract/roles/rights'
import { isStaff } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import { findMainAccount, isWaiting, setActive, storeDecline } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import { findLastActivationChange } from '../../audit/audit-log.ts'
import type { Actor, Call, Verb } from '../../call.ts'
import { accountActiveMail, activationDeclinedMail } from '../../mail/letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { Refusal } from '../../refusal.ts'
import { endSessions } from '../../sessions/user-sessions.ts'
import { lockRole } from '../../users/role.ts'
import { findUserDetails, inUserTransaction, readUser } from '../../users/user.ts'
import { recordAdministratorAct, requireAdministrator } from '../administrator-act.ts'
import { keepsActiveAdministrator } from '../administrators/administrator.ts'
import { findChosenAccount } from './account-of-user.ts'

/**
 * Activates an account of a customer, so that it can send (specification §4, Account status). A further account counts as inactive
 * for as long as the main one is. The customer gets a mail about the main account, unless the activation undoes a deactivation.
 */
export const activateAccount: Verb<'activateAccount'> = async (call) => {
  await setAccountActive(call, accountIn(call), { ...call.input, isActive: true })
}

/**
 * Deactivates an account of a customer, which can still receive. Deactivating the main account deactivates the customer: none of
 * their accounts can send, and every session ends. They may sign in again, but cannot work as an administrator. Only the audit log
 * keeps the reason. Refuses the caller's own accounts, the last active main account of an administrator, and with a reason an
 * account that is already inactive, because the reason would be lost.
 */
export const deactivateAccount: Verb<'deactivateAccount'> = async (call) => {
  const hasChanged = await setAccountActive(call, accountIn(call), { ...call.input, isActive: false })
  if (!hasChanged && call.input.reason !== undefined) throw new Refusal('account_inactive_already')
}

/**
 * Declines the activation that a new customer waits for. The customer reads the reason, on the pages and in a mail. The account stays
 * inactive and leaves the queue; an activation undoes that. The same decline again changes nothing.
 */
export const declineActivation: Verb<'declineActivation'> = async ({ bank, actor, params, input, now }) => {
  const { reason } = input
  const userId = params.id
  if (userId === actor.userId) throw new Refusal('own_account_edited')
  const { id, number } = await findChosenAccount(bank.db, userId, undefined)
  await inUserTransaction(bank.db, userId, async (connection) => {
    await requireStaffAuthority(connection, userId, actor)
    if (!(await storeDecline(connection, id, { reason, now }))) {
      const account = await findMainAccount(connection, userId)
      if (account!.declineReason === reason) return
      throw new Refusal('account_not_waiting')
    }
    const user = (await findUserDetails(connection, userId))!
    // The mailbox may be a stranger's until the e-mail is confirmed.
    const shown = { number, reason: user.emailConfirmedAt ? reason : null }
    await queueMail(connection, activationDeclinedMail(bank.config.bankName, user, shown), now)
    const details = { reason }
    await recordAdministratorAct(connection, actor, {
      action: 'activation_declined',
      target: userId,
      details,
      now,
    })
  })
}

/**
 * Activates the main accounts of several users, or undoes it, one after the other. Each is a change of its own, so some may be refused
 * while others are made, and the whole request may be repeated. Only an account that still waits is activated: one that a colleague has
 * declined or deactivated meanwhile is not.
 */
export const setActivations: Verb<'setActivations'> = async (call) => {
  const { isActive, changes } = call.input
  const results = []
  for (const { userId, changeId, undoes } of changes) {
    const change = { isActive, changeId, undoes, onlyWaiting: isActive }
    const refusal = await setAccountActive(call, { userId, number: undefined }, change).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return { code: error.code, detail: error.message }
      },
    )
    results.push({ userId, refusal })
  }
  return { results }
}

type OneCall = Call<typeof endpoints.activateAccount> | Call<typeof endpoints.deactivateAccount>

function accountIn({ params, query }: OneCall) {
  return { userId: params.id, number: query.account }
}

type Change = Call<typeof endpoints.deactivateAccount>['input'] & {
  readonly isActive: boolean
  /** Refuses an account that does not wait for its first activation. */
  readonly onlyWaiting?: boolean
}

/** Returns whether that changed anything, now or in the first attempt of a repeat. */
async function setAccountActive(
  { bank, actor, now }: Pick<OneCall, 'bank' | 'actor' | 'now'>,
  account: { readonly userId: string; readonly number: string | undefined },
  { isActive, reason, changeId, undoes, onlyWaiting }: Change,
): Promise<boolean> {
  const { userId } = account
  if (userId === actor.userId) throw new Refusal('own_account_edited')
  const { id, number, isMain } = await findChosenAccount(bank.db, userId, account.number)
  // Before the account's lock: a booked act of its owner holds the user while it waits for the books.
  return inUserTransaction(bank.db, userId, async (connection) => {
    const accountNumber = isMain ? null : number
    const last = await findLastActivationChange(connection, userId, accountNumber)
    if (isMain) await requireStaffAuthority(connection, userId, actor)
    const isRepeat = changeId === last?.id && isActive === last.isActive && reason === last.reason
    if (isRepeat) return true
    if (onlyWaiting && !(await isWaiting(connection, id))) throw new Refusal('account_not_waiting')
    const hasChanged = await setActive(connection, id, { isActive, now })
    if (!hasChanged) return false
    if (undoes !== undefined && undoes !== last?.id) throw new Refusal('account_state_changed')
    if (isMain && isActive && undoes === undefined) {
      const user = await readUser(connection, userId)
      await queueMail(connection, accountActiveMail(bank.config.bankName, user, number), now)
    }
    const action = isActive ? 'account_activated' : 'account_deactivated'
    const deactivatesUser = isMain && !isActive
    const details = {
      before: isActive ? 'inactive' : 'active',
      after: isActive ? 'active' : 'inactive',
      id: changeId,
      ...(accountNumber !== null && { accountNumber }),
      ...(deactivatesUser && { sessionsEnded: await endSessions(connection, userId) }),
      ...(reason !== undefined && { reason }),
    }
    await recordAudit(connection, { actorId: actor.userId, action, target: userId, details, now })
    // After the audit event, which locks the audit log: two administrators who deactivate each other run one after the other.
    if (deactivatesUser && !(await keepsActiveAdministrator(connection, userId))) {
      throw new Refusal('last_active_administrator')
    }
    await requireAdministrator(connection, actor, now)
    return true
  })
}

/** Deactivation takes all rights of a member of staff, and activation gives them back: only roles that can give roles may do either. */
async function requireStaffAuthority(connection: PoolClient, userId: string, { role }: Actor): Promise<void> {
  const user = await lockRole(connection, userId)
  if (user && isStaff(user.role) && !hasRight(role, 'give_roles')) throw new Refusal('staff_account_kept')
}
