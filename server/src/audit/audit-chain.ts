import { createHash } from 'node:crypto'
import type { ActionName } from '@bank/contract/audit/actions'
import type { PoolClient } from 'pg'

/** An event of the audit log: actor, action and subject. */
export type AuditEvent = {
  /** The user who did it; null for a visitor and for the program itself. */
  readonly actorId: string | null
  /** What was done, in the past tense: `account_activated`. */
  readonly action: ActionName
  /** The id of the user or thing that it is about. */
  readonly target: string | null
  /** Facts without secrets; absent for none. */
  readonly details?: Details
  readonly now: Date
}

type Details = Readonly<Record<string, string | number | boolean | null>>

/** An event as it stands in the log, where an earlier version may have written another action. */
export type SealedEvent = Omit<Required<AuditEvent>, 'action'> & { readonly action: string }

/**
 * Adds an event to the audit chain. Call it last in the transaction of what it records: until the commit no other
 * transaction can add one.
 */
export async function recordAudit(connection: PoolClient, event: AuditEvent): Promise<void> {
  await connection.query({ ...recordAuditEvent, values: auditValues(event) })
}

/** The same for what users do to their own account. */
export async function recordOwnAct(
  connection: PoolClient,
  { userId, now }: { readonly userId: string; readonly now: Date },
  action: ActionName,
  details: Details = {},
): Promise<void> {
  await recordAudit(connection, { actorId: userId, action, target: userId, details, now })
}

/** The statement that adds an event to the chain, for the books, which have a dedicated connection. */
export const recordAuditEvent = {
  name: 'record-audit',
  text: `
  with head as (
    update audit_head
       set seq = seq + 1, hash = sha256(hash || convert_to((seq + 1) || ' ' || $1::text, 'UTF8'))
    returning seq, hash
  )
  insert into audit_events (seq, happened_at, actor_id, action, target, details, hash)
  select seq, $2::timestamptz, $3::uuid, $4::text, $5::text, $6::jsonb, hash from head`,
}

export function auditValues(event: AuditEvent): (string | null)[] {
  const { actorId, action, target, details = {}, now } = event
  return [
    canonical({ ...event, details }),
    now.toISOString(),
    actorId,
    action,
    target,
    JSON.stringify(details),
  ]
}

/** The hash of the `seq`th event, after an event with the hash `previous`. */
export function auditHash(previous: Buffer, seq: bigint, event: SealedEvent): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(`${seq} ${canonical(event)}`)
    .digest()
}

/** The canonical text of an event. The details are sorted, because jsonb does not keep their order. */
function canonical({ actorId, action, target, details, now }: SealedEvent): string {
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([now.toISOString(), actorId, action, target, sorted])
}
