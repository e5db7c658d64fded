import type { Verb } from '../../call.ts'
import { findWaitingApprovals } from './approval.ts'
import { viewOf } from './approval-views.ts'

const rowsMax = 200

/** The acts of staff that wait for a second person. */
export const listApprovals: Verb<'listApprovals'> = async ({ bank, actor, now }) => {
  const approvals = await findWaitingApprovals(bank.db, { now, limit: rowsMax })
  return { approvals: approvals.map((approval) => viewOf(approval, actor)) }
}
