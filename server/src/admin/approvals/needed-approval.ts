import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { approvalDays, rightsOfActs } from '@bank/contract/admin/approvals/acts'
import type { GivenWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import type { StaffActor } from '../../call.ts'
import type { Connection } from '../../postgres/database.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { recordAdministratorAct } from '../administrator-act.ts'
import {
  type Approval,
  countWaitingApprovals,
  findApproval,
  findWaitingApprovals,
  insertApproval,
  type StoredApproval,
} from './approval.ts'
import { hasSecondPerson } from './second-person.ts'

/** What a member of staff asks for. An act that is made under an id of the caller has it; another one may lack a reason. */
type Requested = Pick<Approval, 'act' | 'subjectId' | 'payload'> & {
  readonly id?: string
  readonly reason: string | undefined
  /** False for one that needs no second person, or no longer: it waits only where it waits already under its id. */
  readonly needsTwo?: boolean
}

// More than others decide in a week.
const waitingMax = 100

/**
 * Has an act wait for a second person, and returns the answer that says so; null for one that is done at once, because it was approved
 * before, because it needs no second person, or because no one else may decide it. The same request under the same id waits once, and so
 * does one without an id that its maker has asked for already. Throws `reason_missing` where it must wait.
 */
export async function waitForSecondPerson(
  { db }: Pick<Bank, 'db'>,
  actor: Pick<StaffActor, 'userId' | 'may'>,
  requested: Requested,
  now: Date,
): Promise<GivenWaitingAct | null> {
  const { id = randomUUID(), act, subjectId, payload, reason, needsTwo = true } = requested
  const earlier = requested.id && (await findApproval(db, requested.id))
  if (earlier) return againAnswer(earlier, actor.userId, requested, now)
  if (!needsTwo) return null
  const right = rightsOfActs[act]
  if (!(await hasSecondPerson(db, { right, makerId: actor.userId, subjectId, now }))) return null
  const same = requested.id ? undefined : await findSameWaiting(db, actor.userId, requested, now)
  if (same) return againAnswer(same, actor.userId, requested, now)
  if (reason === undefined) throw new Refusal('reason_missing')
  const expiresAt = new Date(now.getTime() + approvalDays * 86_400_000)
  const maker = { requestedBy: actor.userId, requestedAt: now, expiresAt }
  const approval = { id, act, subjectId, payload, reason, ...maker }
  const isStored = await inTransaction(db, (connection) => store(connection, approval, actor))
  if (isStored) return { waitsForApproval: { id, expiresAt } }
  return againAnswer((await findApproval(db, id))!, actor.userId, requested, now)
}

/** What the same maker asks for already. Its reason may have been another one. */
async function findSameWaiting(
  db: Connection,
  makerId: string,
  { act, subjectId, payload }: Requested,
  now: Date,
): Promise<StoredApproval | undefined> {
  const waiting = await findWaitingApprovals(db, { now, subjectId, limit: waitingMax })
  return waiting.find(
    (one) => one.requestedBy === makerId && one.act === act && isDeepStrictEqual(one.payload, payload),
  )
}

/** Stores a request with its audit event. Returns false when its id is used already. */
async function store(
  connection: PoolClient,
  approval: Approval,
  actor: Pick<StaffActor, 'userId' | 'may'>,
): Promise<boolean> {
  const { id, act, subjectId, reason, requestedBy: makerId, requestedAt: now } = approval
  if (!(await insertApproval(connection, approval))) return false
  if ((await countWaitingApprovals(connection, { now, makerId, countMax: waitingMax + 1 })) > waitingMax) {
    throw new Refusal('approvals_too_many', { most: waitingMax })
  }
  const details = { approvalId: id, act, reason }
  await recordAdministratorAct(connection, actor, {
    action: 'approval_asked',
    target: subjectId,
    details,
    now,
  })
  return true
}

/** What a repeat of a request is answered: what became of it. */
function againAnswer(
  earlier: StoredApproval,
  makerId: string,
  { id: ownId, act, subjectId, payload, reason }: Requested,
  now: Date,
): GivenWaitingAct | null {
  const { id, decision, declineReason, deciderName, expiresAt } = earlier
  // Another act under its id is refused by the books.
  if (decision === 'approved') return null
  const isSame =
    earlier.requestedBy === makerId &&
    earlier.act === act &&
    earlier.subjectId === subjectId &&
    (ownId === undefined || earlier.reason === reason) &&
    isDeepStrictEqual(earlier.payload, payload)
  if (!isSame) throw new Refusal('id_reused')
  if (decision === 'declined') {
    throw new Refusal('approval_declined', { name: deciderName!, reason: declineReason! })
  }
  if (decision === 'ended' || expiresAt <= now) throw new Refusal('approval_ended')
  return { waitsForApproval: { id, expiresAt } }
}
