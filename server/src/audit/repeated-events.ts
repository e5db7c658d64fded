import type { Connection, Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type AuditEvent, recordAudit } from './audit-chain.ts'

// Users can repeat some acts at will, and the log cannot be shortened.
const minutesPerEvent = 15

/**
 * Adds an event in a transaction of its own, unless the log has one of the last 15 minutes with the same actor, action, target and
 * `path` in its details. For reading and for refused requests, which an open page or a hostile client repeats.
 */
export async function recordAuditOnce(db: Database, event: AuditEvent): Promise<void> {
  if (await isRecorded(db, event)) return
  await inTransaction(db, async (connection) => {
    // The requests that a client sends at the same time wait here, and find the event of the first.
    await connection.query('select from audit_head for update')
    if (!(await isRecorded(connection, event))) await recordAudit(connection, event)
  })
}

async function isRecorded(
  db: Connection,
  { actorId, action, target, details, now }: AuditEvent,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'recent-audit-event',
    text: `
      select from audit_events
       where actor_id = $1 and target is not distinct from $2 and action = $3 and happened_at > $4
         and details ->> 'path' is not distinct from $5
       limit 1`,
    values: [
      actorId,
      target,
      action,
      new Date(now.getTime() - minutesPerEvent * 60_000),
      details?.path ?? null,
    ],
  })
  return rowCount !== 0
}
