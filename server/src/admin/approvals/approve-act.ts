import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../../audit/audit-chain.ts'
import { approvalGiven, type GivenApproval } from '../../books/rows/approvals.ts'
import type { Call, Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { whileHeld } from '../../postgres/while-held.ts'
import { Refusal } from '../../refusal.ts'
import type { Act } from './act.ts'
import { actsByName } from './acts.ts'
import { type Approval, findApproval, storeApproved } from './approval.ts'
import { lockForDecision, refuseDecided, requireBoth } from './deciding.ts'

/**
 * Approves what another member of staff asked for, which carries it out. What has changed since is a refusal, and the approval goes on
 * waiting. Both persons must have the right of the act.
 */
export const approveAct: Verb<'approveAct'> = async (call) => {
  const { bank, actor, params, now } = call
  const found = await findApproval(bank.db, params.id)
  if (!found) throw new Refusal('approval_not_found')
  const act = actsByName[found.act]
  if ('book' in act) await approveBooking(call, act)
  else await approveChange(call, act)
  // Of two who approve at once, one did it.
  const deciding = { deciderId: actor.userId, decision: 'approved' as const, now }
  const isDone = refuseDecided((await findApproval(bank.db, params.id))!, deciding)
  if (!isDone) throw new Error(`Approval ${params.id} was carried out and not decided`)
}

type ApproveCall = Call<typeof endpoints.approveAct>

/**
 * The books write the decision and its audit event in the commit of the movement, whose id is the approval's, so that it is booked
 * once: also when two approve at once, or a process ends in between.
 */
async function approveBooking(
  { bank, actor: { userId: decidedBy }, params: { id }, now }: ApproveCall,
  { book }: Extract<Act, { book: unknown }>,
): Promise<void> {
  await whileHeld(
    bank.db,
    async (connection) => {
      const deciding = {
        id,
        deciderId: decidedBy,
        decision: 'approved' as const,
        lock: 'for key share' as const,
        now,
      }
      const approval = await lockForDecision(connection, deciding)
      if (!approval) return null
      const both = [decidedBy, approval.requestedBy]
      // A change of their roles and their deactivation wait until it is booked.
      await connection.query('select from users where id = any ($1) order by id for share', [both])
      await requireBoth(connection, approval, decidedBy, now)
      return approval
    },
    async (approval, connection) => {
      if (approval) await book(connection, bank, approval, givenBy(approval, decidedBy), now)
    },
  )
}

/** The decision is stored in the transaction of the change. */
async function approveChange(
  { bank, actor: { userId: decidedBy }, params: { id }, now }: ApproveCall,
  { change }: Extract<Act, { change: unknown }>,
): Promise<void> {
  await inTransaction(bank.db, async (connection) => {
    const deciding = {
      id,
      deciderId: decidedBy,
      decision: 'approved' as const,
      lock: 'for update' as const,
      now,
    }
    const approval = await lockForDecision(connection, deciding)
    if (!approval) return
    const given = givenBy(approval, decidedBy)
    const decision = { ...given, decidedAt: now }
    await storeApproved(connection, decision)
    await change(connection, bank, approval, given, now)
    await recordAudit(connection, approvalGiven(decision))
    // The audit log is locked: both are still what they were, or this is undone.
    await requireBoth(connection, approval, decidedBy, now)
  })
}

function givenBy({ id, act, subjectId }: Approval, decidedBy: string): GivenApproval {
  return { id, act, subjectId, decidedBy }
}
