import { rightsOfActs } from '@bank/contract/admin/approvals/acts'
import type { approvalView } from '@bank/contract/admin/approvals/view'
import { hasRight } from '@bank/contract/roles/rights'
import type * as z from 'zod/mini'
import type { Actor } from '../../call.ts'
import { actsByName } from './acts.ts'
import type { StoredApproval } from './approval.ts'

/** An approval as a member of staff sees it. */
export function viewOf(
  approval: StoredApproval,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
): z.input<typeof approvalView> {
  const { id, act, subjectId, subjectName, payload, requestedBy, makerName, reason, requestedAt, expiresAt } =
    approval
  return {
    id,
    sentence: actsByName[act].sentence(payload),
    user: { id: subjectId, name: subjectName },
    accountNumber: payload.accountNumber ?? null,
    maker: { id: requestedBy, name: makerName },
    reason,
    requestedAt,
    expiresAt,
    mayDecide: userId !== requestedBy && userId !== subjectId && hasRight(role, rightsOfActs[act]),
  }
}
