import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import { storeDeclined } from './approval.ts'
import { lockForDecision } from './deciding.ts'

/** Declines what another member of staff asked for, with a reason that its maker and the audit log have. Nothing else changes. */
export const declineAct: Verb<'declineAct'> = async ({ bank, actor, params: { id }, input, now }) => {
  const { reason } = input
  await inTransaction(bank.db, async (connection) => {
    const deciding = { deciderId: actor.userId, decision: 'declined' as const, now }
    const approval = await lockForDecision(connection, { id, lock: 'for update', ...deciding })
    if (!approval) return
    const { act, subjectId: target } = approval
    await storeDeclined(connection, { id, decidedBy: actor.userId, reason, now })
    const details = { approvalId: id, act, reason }
    await recordAdministratorAct(connection, actor, { action: 'approval_declined', target, details, now })
  })
}
