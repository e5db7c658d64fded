import type { Statement } from '../../postgres/pipelined-connection.ts'

/** What a movement does to a dispute: it is its provisional credit, or it ends it for the bank. */
export type DisputeStep =
  | { readonly disputeId: string; readonly is: 'credit' }
  | { readonly disputeId: string; readonly is: 'end'; readonly reason: string }

/** A step with what its commit adds: the transaction, who made it and when. */
export type BookedStep = DisputeStep & {
  readonly transactionId: string
  readonly madeBy: string
  readonly bookedAt: Date
}

// A dispute that has ended meanwhile, or has a credit, makes them fail, and with them their batch.

/** Gives a dispute its provisional credit. */
const creditDisputeStatement: Statement = {
  name: 'books-credit-dispute',
  text: `
with credited as (
  update disputes set credit_id = $2::uuid
   where id = $1::uuid and credit_id is null and ended_at is null
  returning 1
)
select 1 / (select count(*) from credited)`,
}

/** Ends a dispute, writes the reason into its case, and closes that. */
export const endDisputeStatement: Statement = {
  name: 'books-end-dispute',
  text: `
with ended as (
  update disputes set outcome = $2::text, end_reason = $3::text, ended_by = $4::uuid, ended_at = $5::timestamptz
   where id = $1::uuid and ended_at is null
  returning id
), answered as (
  insert into case_entries (id, case_id, side, author_id, text, written_at)
  select gen_random_uuid(), id, 'bank', $4::uuid, $3::text, $5::timestamptz from ended
), closed as (
  update cases set state = 'closed', due_at = null where id in (select id from ended)
)
select 1 / (select count(*) from ended)`,
}

export const disputeStatements = [creditDisputeStatement, endDisputeStatement]

export function disputeStep(step: BookedStep): { statement: Statement; values: string[] } {
  const { disputeId, transactionId, madeBy, bookedAt } = step
  return step.is === 'credit'
    ? { statement: creditDisputeStatement, values: [disputeId, transactionId] }
    : {
        statement: endDisputeStatement,
        values: endValues({
          id: disputeId,
          outcome: 'bank',
          reason: step.reason,
          endedBy: madeBy,
          endedAt: bookedAt,
        }),
      }
}

export function endValues({
  id,
  outcome,
  reason,
  endedBy,
  endedAt,
}: {
  id: string
  outcome: 'customer' | 'bank'
  reason: string
  endedBy: string
  endedAt: Date
}): string[] {
  return [id, outcome, reason, endedBy, endedAt.toISOString()]
}
