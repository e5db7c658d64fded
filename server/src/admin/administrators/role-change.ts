import type { ActionName } from '@bank/contract/audit/actions'
import { dayOf } from '@bank/contract/bank-day'
import { isStaff } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { type Control, controlDetails } from '../../books/rows/approvals.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { roleChangedMail } from '../../mail/profile-letters.ts'
import { endElevationsOfUser } from '../../sessions/user-sessions.ts'
import { type HeldRole, setRole } from '../../users/role.ts'
import { readUser } from '../../users/user.ts'
import { findRoleGivers } from './administrator.ts'

export type RoleChange = {
  readonly userId: string
  readonly before: HeldRole
  readonly after: HeldRole
  /** Null for the command line, and for a role that ended by itself. */
  readonly actorId: string | null
  readonly reason?: string | undefined
  readonly control?: Control
  readonly hasEnded?: boolean
  readonly now: Date
}

/**
 * Stores a role, with its audit event, and a mail to every administrator and to the user. The user's sessions stay open, but lose their elevation. Lock
 * the user first, and call it last in the transaction.
 */
export async function changeRole(
  connection: PoolClient,
  { bankName, timeZone }: Pick<Bank['config'], 'bankName' | 'timeZone'>,
  change: RoleChange,
): Promise<void> {
  const { userId, before, after, actorId, reason, control = {}, hasEnded = false, now } = change
  await setRole(connection, userId, after)
  // Also where an earlier role has ended by itself: it may have left an elevation.
  const elevatedSessionsClosed = await endElevationsOfUser(connection, userId)
  const user = await readUser(connection, userId)
  const cause = hasEnded ? ('time' as const) : ('command' as const)
  const by = actorId === null ? cause : await readUser(connection, actorId)
  const told = { user, by, before: before.role, after: after.role, lastDay: lastDayOf(after, timeZone) }
  const readers = new Map([...(await findRoleGivers(connection)), user].map((one) => [one.email, one]))
  for (const reader of readers.values()) {
    await queueMail(connection, roleChangedMail(bankName, reader, told), now)
  }
  const details = {
    before: before.role,
    after: after.role,
    ...(told.lastDay !== null && { lastDay: told.lastDay }),
    ...(isStaff(before.role) && { elevatedSessionsClosed }),
    ...(hasEnded && { cause: 'time' }),
    ...(reason !== undefined && { reason }),
    ...controlDetails(control),
  }
  await recordAudit(connection, { actorId, action: actionOf(change), target: userId, details, now })
}

/** The last day of the bank on which a role is held; null for one without an end. */
export function lastDayOf({ roleUntil }: Pick<HeldRole, 'roleUntil'>, timeZone: string): string | null {
  return roleUntil && dayOf(new Date(roleUntil.getTime() - 1), timeZone)
}

/** Administrators have actions of their own, which the rules about a second administrator ask for. */
function actionOf({ before, after, hasEnded }: RoleChange): ActionName {
  if (after.role === 'administrator') return 'administrator_made'
  if (before.role === 'administrator') return 'administrator_removed'
  if (isStaff(after.role)) return 'role_given'
  return hasEnded ? 'role_ended' : 'role_taken'
}
