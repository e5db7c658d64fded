import type { AuditEvent } from '../../audit/audit-chain.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

/** An approval that is given: which, of what act about which user, and by whom. */
export type GivenApproval = {
  readonly id: string
  readonly act: string
  readonly subjectId: string
  readonly decidedBy: string
}

/** How an act came to be carried out that needs a second person: by an approval, or without one because there was no one. */
export type Control = { readonly approval?: GivenApproval; readonly hasNoSecondPerson?: boolean }

/** What the audit event of an act says about it. */
export function controlDetails({ approval, hasNoSecondPerson }: Control) {
  return {
    ...(approval && { approvedBy: approval.decidedBy }),
    ...(hasNoSecondPerson && { noSecondPerson: true }),
  }
}

/** An approval with the moment of its decision. */
export type Decision = GivenApproval & { readonly decidedAt: Date }

/** Stores that an act was approved. Fails when it has been decided already. */
export const approve: Statement = {
  name: 'books-approve',
  text: `
with decided as (
  update approvals set decision = 'approved', decided_by = $2::uuid, decided_at = $3::timestamptz
   where id = $1::uuid and decision is null
  returning 1
)
select 1 / (select count(*) from decided)`,
}

export function approveValues({ id, decidedBy, decidedAt }: Decision): string[] {
  return [id, decidedBy, decidedAt.toISOString()]
}

/** The audit event of an approval, about the user of the act. Each approval that is given has one. */
export function approvalGiven({ id, act, subjectId: target, decidedBy, decidedAt }: Decision): AuditEvent {
  const details = { approvalId: id, act }
  return { actorId: decidedBy, action: 'approval_given', target, details, now: decidedAt }
}
