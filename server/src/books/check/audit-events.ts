import { auditHash, type SealedEvent } from '../../audit/audit-chain.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import type { CheckResult, Reader, Slice } from './check-result.ts'
import { pagedRows } from './paged-rows.ts'

type Checked = { readonly seq: bigint; readonly hash: Buffer }

/** Verifies the audit chain from its first event to the stored head. Counts events. */
export async function checkAuditEvents(
  connection: Reader,
  { after, rowsMax }: Slice<Checked>,
): Promise<CheckResult<Checked>> {
  let rows = 0
  let { seq, hash } = after ?? { seq: 0n, hash: Buffer.alloc(32) }
  for await (const row of pagedRows<EventRow>(connection, 'audit_events_in_order', eventsInOrder, [seq])) {
    if (rows === rowsMax) return { rows, fault: null, next: { seq, hash } }
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
  }
  const head = await connection.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit_head')
  const kept = head.rows[0]
  if (kept?.seq === seq && kept.hash.equals(hash)) return { rows, fault: null }
  return { rows, fault: `the audit log ends with event ${seq}, but was written up to event ${kept?.seq}` }
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
   order by seq`

function eventOf(row: EventRow, moment: number): SealedEvent {
  return {
    actorId: row.actor_id,
    action: row.action,
    target: row.target,
    details: row.details,
    now: new Date(moment),
  }
}
