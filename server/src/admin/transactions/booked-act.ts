import type { PoolClient } from 'pg'
import { type AuditEvent, recordAudit } from '../../audit/audit-chain.ts'

/**
 * Puts on record what an administrator has had the books do, once for each `id`. The books commit on their own: when the
 * program ends before this, whoever asked asks again, gets the first answer, and the act is put on record then. Call it
 * last in the transaction that holds the administrator. `detailsOf` is asked for what changed; null where nothing did.
 */
export async function recordBookedAct(
  connection: PoolClient,
  act: Omit<AuditEvent, 'details'> & { readonly target: string; readonly id: string },
  detailsOf: () => Promise<AuditEvent['details'] | null>,
): Promise<void> {
  const { id, ...event } = act
  // The chain's head is locked before anybody looks, so that two who ask for the same look one after the other.
  await connection.query('select from audit_head for update')
  const { rowCount } = await connection.query(
    `select from audit_events where target = $1 and action = $2 and details ->> 'id' = $3 limit 1`,
    [event.target, event.action, id],
  )
  if (rowCount === 1) return
  const details = await detailsOf()
  if (details) await recordAudit(connection, { ...event, details: { ...details, id } })
}
