import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'

/** Something worth knowing afterwards: who did what to whom. */
export type AuditEvent = {
  /** The user who did it; null for somebody who is not signed in, and for the program itself. */
  readonly actorId: string | null
  /** What was done, in the past tense: `account_activated`. */
  readonly action: string
  /** To whom or what: an id. */
  readonly target: string | null
  /** Facts without secrets. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  readonly now: Date
}

/**
 * Adds an event to the audit chain. Call it last in the transaction of what it tells about: from here to the commit
 * no other transaction adds one.
 */
export async function recordAudit(connection: PoolClient, event: AuditEvent): Promise<void> {
  await connection.query({ ...recordAuditEvent, values: auditValues(event) })
}

/** The statement that adds an event to the chain, and its values: for the books, which have a connection of their own. */
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
  const { actorId, action, target, details, now } = event
  return [canonical(event), now.toISOString(), actorId, action, target, JSON.stringify(details)]
}

/** The hash an event must carry when it is the `seq`th and follows one with the hash `previous`. */
export function auditHash(previous: Buffer, seq: bigint, event: AuditEvent): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(`${seq} ${canonical(event)}`)
    .digest()
}

/** One text for one event: the database keeps the details' names in an order of its own, so they are sorted here. */
function canonical({ actorId, action, target, details, now }: AuditEvent): string {
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([now.toISOString(), actorId, action, target, sorted])
}
