import type { GivenWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import { dayText } from '@bank/contract/date-text'
import { roleNames } from '@bank/contract/roles/rights'
import { isStaff, type Role } from '@bank/contract/roles/role'
import type { Bank } from '../../bank.ts'
import type { StaffActor } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { lockForRole, putRole, type WantedRole } from '../administrators/role-giving.ts'
import type { Act } from './act.ts'
import { waitForSecondPerson } from './needed-approval.ts'

/** Giving, changing and taking a role. What the user may do is asked again: temporary secrets, closed accounts, the last administrator. */
export const role: Act = {
  sentence: ({ role, lastDay }) => {
    const wanted = role as Role
    if (!isStaff(wanted)) return 'Take the role of the staff'
    const until = lastDay ? ` up to ${dayText(lastDay, 'long')}` : ''
    return `Give the role ${roleNames[wanted]}${until}`
  },
  change: (connection, { config }, { subjectId, payload, reason, requestedBy }, approval, now) =>
    putRole(
      connection,
      config,
      {
        userId: subjectId,
        role: payload.role as Role,
        lastDay: payload.lastDay ?? null,
        actorId: requestedBy,
        reason,
      },
      { approval },
      now,
    ),
}

/** Gives or takes a role at once where no one else may decide it. Otherwise it waits, and the answer says so. */
export async function putRoleWithApproval(
  { db, config }: Bank,
  actor: StaffActor,
  { userId, role, lastDay, reason }: Omit<WantedRole, 'actorId'>,
  now: Date,
): Promise<GivenWaitingAct | undefined> {
  if (userId === actor.userId) throw new Refusal('own_role_kept')
  const wanted = { userId, role, lastDay, reason, actorId: actor.userId }
  // What would be refused when it is approved is refused now.
  await inTransaction(db, (connection) => lockForRole(connection, config, wanted, now))
  const requested = { act: 'role' as const, subjectId: userId, payload: { role, lastDay }, reason }
  const waiting = await waitForSecondPerson({ db }, actor, requested, now)
  if (waiting) return waiting
  await inTransaction(db, async (connection) => {
    await putRole(connection, config, wanted, { hasNoSecondPerson: true }, now)
    await requireAdministrator(connection, actor, now)
  })
  return undefined
}
