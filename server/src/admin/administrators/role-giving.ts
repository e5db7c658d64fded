import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import { isStaff, type Role } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import { findMainClosing } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import type { Control } from '../../books/rows/approvals.ts'
import { endEmailChange, findPendingEmail } from '../../email-changes/email-change.ts'
import { Refusal } from '../../refusal.ts'
import { type HeldRole, lockRole, presentRole, type RoleOfUser } from '../../users/role.ts'
import { hasLastingAdministrator } from './administrator.ts'
import { changeRole } from './role-change.ts'

/** A role for a user; that of a customer takes the present one away. */
export type WantedRole = {
  readonly userId: string
  readonly role: Role
  /** The last day of the bank on which it is held; null for one without an end. */
  readonly lastDay: string | null
  /** Null for the command line. */
  readonly actorId: string | null
  readonly reason: string | undefined
}

type Config = Pick<Bank['config'], 'bankName' | 'timeZone'>

/**
 * Locks a user who is to get a role. Throws when the user is unknown, has the role already or none to take, has temporary secrets or
 * closed accounts, and for a last day that is past or more than a year away.
 */
export async function lockForRole(
  connection: PoolClient,
  { timeZone }: Pick<Config, 'timeZone'>,
  { userId, role, lastDay }: WantedRole,
  now: Date,
): Promise<{ user: RoleOfUser; after: HeldRole }> {
  const roleUntil = lastDay === null ? null : endOf(lastDay, timeZone, now)
  const user = await lockRole(connection, userId)
  if (!user) throw new Refusal('user_not_found')
  const after = { role, roleUntil }
  if (!isStaff(role)) {
    if (!isStaff(presentRole(user, now))) throw new Refusal('user_not_staff')
    return { user, after }
  }
  const isHeld = user.role === role && user.roleUntil?.getTime() === roleUntil?.getTime()
  if (isHeld) throw new Refusal('role_held_already')
  if (user.hasTemporarySecrets) throw new Refusal('user_secrets_temporary')
  // They will not be able to sign in: the bank could be left without an administrator.
  if (await findMainClosing(connection, userId)) throw new Refusal('main_account_closed')
  return { user, after }
}

/**
 * Gives a user a role, or takes it, with what follows. Refused where no administrator would be left who can work and whose role has no
 * end. Call it last in the transaction.
 */
export async function putRole(
  connection: PoolClient,
  config: Config,
  wanted: WantedRole,
  control: Control,
  now: Date,
): Promise<void> {
  const { userId, actorId, reason } = wanted
  const { user, after } = await lockForRole(connection, config, wanted, now)
  const pending = isStaff(after.role)
    ? await findPendingEmail(connection, userId, { purpose: 'correction', now })
    : undefined
  // The e-mail of staff is changed on the command line only.
  if (pending) await endEmailChange(connection, userId, now)
  const before = { ...user, role: presentRole(user, now) }
  await changeRole(connection, config, { userId, before, after, actorId, reason, control, now })
  if (pending) {
    const details = { email: pending.email, cause: 'role_given' }
    const action = 'email_change_cancelled'
    await recordAudit(connection, { actorId, action, target: userId, details, now })
  }
  // After the audit event, which locks the audit log: two administrators who remove each other run one after the other.
  if (!(await hasLastingAdministrator(connection))) throw new Refusal('last_administrator')
}

// Longer is a role without an end.
const yearsMax = 1

/** When a role ends that is held up to the end of a day of the bank. Throws for a day that is past or more than a year away. */
function endOf(lastDay: string, timeZone: string, now: Date): Date {
  const today = dayOf(now, timeZone)
  const latest = `${Number(today.slice(0, 4)) + yearsMax}${today.slice(4)}`
  if (lastDay < today || lastDay > latest) throw new Refusal('role_day_wrong')
  return startOfDay(nextDay(lastDay), timeZone)
}
