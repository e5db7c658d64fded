import { rightsOfActs } from '@bank/contract/admin/approvals/acts'
import type { PoolClient } from 'pg'
import type { HeldLock } from '../../postgres/while-held.ts'
import { Refusal } from '../../refusal.ts'
import { requireAdministrator } from '../administrator-act.ts'
import { lockApproval, type StoredApproval } from './approval.ts'

type Deciding = {
  readonly deciderId: string
  readonly decision: 'approved' | 'declined'
  readonly now: Date
}

/**
 * Locks an approval for a decision. Throws where it is the decider's own or about them, where it has ended or is decided, and where they
 * lack the right of the act. Null where they have decided the same before.
 */
export async function lockForDecision(
  connection: PoolClient,
  { id, lock, ...deciding }: Deciding & { readonly id: string; readonly lock: HeldLock },
): Promise<StoredApproval | null> {
  const { deciderId: userId, now } = deciding
  const approval = await lockApproval(connection, id, lock)
  if (!approval) throw new Refusal('approval_not_found')
  if (approval.requestedBy === userId) throw new Refusal('approval_own')
  if (approval.subjectId === userId) throw new Refusal('own_account_edited')
  await requireAdministrator(connection, { userId, may: rightsOfActs[approval.act] }, now)
  return refuseDecided(approval, deciding) ? null : approval
}

/** Throws when an approval has ended or was decided otherwise or by another person; true when it was decided the same by this one. */
export function refuseDecided(
  { decision, decidedBy, deciderName, expiresAt }: StoredApproval,
  deciding: Deciding,
): boolean {
  if (decision === deciding.decision && decidedBy === deciding.deciderId) return true
  if (decision === 'ended' || (decision === null && expiresAt <= deciding.now))
    throw new Refusal('approval_ended')
  if (decision !== null) throw new Refusal('approval_decided', { name: deciderName!, decision })
  return false
}

/** Throws unless who approves an act and who asked for it have its right. */
export async function requireBoth(
  connection: PoolClient,
  { act, requestedBy, makerName }: StoredApproval,
  deciderId: string,
  now: Date,
): Promise<void> {
  const may = rightsOfActs[act]
  await requireAdministrator(connection, { userId: deciderId, may }, now)
  try {
    await requireAdministrator(connection, { userId: requestedBy, may }, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('approval_maker_gone', { name: makerName })
  }
}
