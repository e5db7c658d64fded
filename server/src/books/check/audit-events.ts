import { actsOnMoney } from '@bank/contract/admin/approvals/acts'
import { auditHash, type SealedEvent } from '../../audit/audit-chain.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import { type CheckResult, limitOf, type Reader, type Slice } from './check-result.ts'
import { pagedRows } from './paged-rows.ts'

type Checked = { readonly seq: bigint; readonly hash: Buffer }

/** Verifies the audit chain from its first event to the stored head, and then the decisions on approvals. Counts events. */
export async function checkAuditEvents(
  connection: Reader,
  slice: Slice<Checked>,
): Promise<CheckResult<Checked>> {
  let rows = 0
  let { seq, hash } = slice.after ?? { seq: 0n, hash: Buffer.alloc(32) }
  const values = [seq, limitOf(slice)]
  for await (const row of pagedRows<EventRow>(
    connection,
    slice,
    'audit_events_in_order',
    eventsInOrder,
    values,
  )) {
    const event = `audit event ${row.seq}`
    if (row.seq !== seq + 1n) return { rows, fault: `${event} follows event ${seq}` }
    const moment = Number(row.happened_ms)
    // Events are written in whole milliseconds. A Date would hide a fraction.
    const isAsWritten =
      Number.isInteger(moment) && auditHash(hash, row.seq, eventOf(row, moment)).equals(row.hash)
    if (!isAsWritten) return { rows, fault: `${event} does not have the hash of what it says` }
    seq = row.seq
    hash = row.hash
    rows++
    if (rows === slice.rowsMax) return { rows, fault: null, next: { seq, hash } }
  }
  const head = await connection.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit_head')
  const kept = head.rows[0]
  if (kept?.seq === seq && kept.hash.equals(hash)) {
    return { rows, fault: (await approvalFault(connection)) ?? (await disputeFault(connection)) }
  }
  return { rows, fault: `the audit log ends with event ${seq}, but was written up to event ${kept?.seq}` }
}

/** A decision on an approval must have its audit event, and what was approved on money must be booked. */
async function approvalFault(connection: Reader): Promise<string | null> {
  const { rows } = await connection.query<{ id: string; decision: string; isAudited: boolean }>(
    `select id, decision, is_audited as "isAudited"
       from (select p.*, exists (select from audit_events e
                                  where e.actor_id = p.decided_by and e.happened_at = p.decided_at
                                    and e.action = case p.decision when 'approved' then 'approval_given'
                                                                   else 'approval_declined' end
                                    and e.details ->> 'approvalId' = p.id::text) as is_audited
               from approvals p
              where p.decision in ('approved', 'declined')) decided
      where not is_audited
         or decision = 'approved' and act = any ($1) and not exists (select from postings b where b.id = decided.id)
      order by id limit 1`,
    [actsOnMoney],
  )
  const [first] = rows
  if (!first) return null
  if (first.isAudited) return `approval ${first.id} was given, and nothing was booked for it`
  return `approval ${first.id} was ${first.decision}, and no audit event says so`
}

/** The credit and the end of a dispute must have their audit events, and all that was booked for disputes must belong to one. */
async function disputeFault(connection: Reader): Promise<string | null> {
  const isAudited = (action: string) => `exists (select from audit_events e
    where e.target = d.user_id::text and e.action = '${action}' and e.details ->> 'disputeId' = d.id::text)`
  const { rows } = await connection.query<{ fault: string }>(
    `(select format('dispute %s was credited, and no booking or no audit event says so', d.id) as fault from disputes d
       where d.credit_id is not null
         and not (${isAudited('dispute_credited')} and exists (
           select from transactions t
            where t.id = d.credit_id and t.kind = 'provisional_credit' and t.amount_minor = d.amount_minor))
       order by d.id limit 1)
      union all
     (select format('dispute %s has ended, and no audit event says so', d.id) from disputes d
       where d.ended_at is not null and not ${isAudited('dispute_ended')}
       order by d.id limit 1)
      union all
     (select format('transaction %s moved money of a dispute that does not exist', t.id)
        from ledger_accounts l
        join entries e on e.ledger_account_id = l.id
        join transactions t on t.id = e.posting_id
       where l.kind = 'disputes'
         and not exists (select from disputes d where d.credit_id = t.id)
         and (t.kind <> 'credit_taking_back'
              or not exists (select from disputes d where d.credit_id::text = t.credit_detail))
       order by t.id limit 1)`,
  )
  return rows[0]?.fault ?? null
}

type EventRow = {
  seq: bigint
  happened_ms: string
  actor_id: string | null
  action: string
  target: string | null
  details: SealedEvent['details']
  hash: Buffer
}

const eventsInOrder = `
  select seq, ${milliseconds('happened_at')} as happened_ms, actor_id, action, target, details, hash
    from audit_events
   where seq > $1
   order by seq
   limit $2`

function eventOf(row: EventRow, moment: number): SealedEvent {
  return {
    actorId: row.actor_id,
    action: row.action,
    target: row.target,
    details: row.details,
    now: new Date(moment),
  }
}
