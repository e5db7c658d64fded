import type { AuditLogFilter } from '@bank/contract/audit/form'
import type { AuditEventView } from '@bank/contract/audit/view'
import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { Connection } from '../postgres/database.ts'
import type { AuditEvent } from './audit-chain.ts'

/** The last event of a page: the next page begins with the event before it in time. */
export type AuditCursor = { readonly happenedAt: Date; readonly seq: bigint }

type AuditLogSelection = {
  readonly filter: AuditLogFilter
  readonly timeZone: string
  readonly after: AuditCursor | undefined
  readonly limit: number
}

/** Up to `limit` audit events, newest first, after a cursor. Days begin and end in the bank's time zone. */
export async function readAuditLog(
  db: Connection,
  { filter, timeZone, after, limit }: AuditLogSelection,
): Promise<AuditEventView[]> {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const { actor, subject, action, from, to } = filter
  const conditions = [
    after && `(happened_at, seq) < (${value(after.happenedAt)}::timestamptz, ${value(after.seq)}::bigint)`,
    actor !== undefined && `actor_id = ${idOf(value(actor))}::uuid`,
    subject !== undefined && `target = ${idOf(value(subject))}`,
    action !== undefined && `action = ${value(action)}`,
    from !== undefined && `happened_at >= ${value(startOfDay(from, timeZone))}`,
    to !== undefined && `happened_at < ${value(startOfDay(nextDay(to), timeZone))}`,
  ].filter(Boolean)
  const { rows } = await db.query<Row>(
    `select e.seq, e.happened_at, e.action, e.target, e.details, encode(e.hash, 'hex') as hash,
            a.id as actor_id, a.name as actor_name, a.email as actor_email,
            t.name as target_name, t.email as target_email
       from (select * from audit_events
              ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
              order by happened_at desc, seq desc
              limit ${value(limit)}) e
       left join users a on a.id = e.actor_id
       left join users t on t.id = case when e.target ~ '${uuid}' then e.target::uuid end
      order by e.happened_at desc, e.seq desc`,
    values,
  )
  return rows.map(viewOf)
}

/**
 * The last time an account of a user was activated or deactivated: the id that the caller gave the change, and the reason. Events
 * about the main account name no number.
 */
export async function findLastActivationChange(
  db: Connection,
  userId: string,
  accountNumber: string | null,
): Promise<{ readonly changeId: string | undefined; readonly reason: string | undefined } | undefined> {
  const { rows } = await db.query<{ id: string | null; reason: string | null }>(
    `select details ->> 'id' as id, details ->> 'reason' as reason
       from audit_events
      where target = $1 and action in ('account_activated', 'account_deactivated')
        and details ->> 'accountNumber' is not distinct from $2
      order by happened_at desc, seq desc
      limit 1`,
    [userId, accountNumber],
  )
  return rows[0] && { changeId: rows[0].id ?? undefined, reason: rows[0].reason ?? undefined }
}

/** The actions that occur in the log, without reading every event. */
export async function readActions(db: Connection): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `with recursive found (action) as (
       (select min(action) from audit_events)
       union all
       select (select min(e.action) from audit_events e where e.action > f.action)
         from found f
        where f.action is not null)
     select action from found where action is not null`,
  )
  return rows.map(({ action }) => action)
}

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** SQL for the user id that a filter names: by e-mail, or the id itself. An unknown user has no events. */
function idOf(parameter: string): string {
  const known = `(select id::text from users where email = ${parameter}::text)`
  return `coalesce(${known}, substring(${parameter}::text from '${uuid.replace('(', '(?:')}'))`
}

type Row = {
  seq: bigint
  happened_at: Date
  action: string
  target: string | null
  details: AuditEvent['details']
  hash: string
  actor_id: string | null
  actor_name: string
  actor_email: string
  target_name: string | null
  target_email: string | null
}

function viewOf(row: Row): AuditEventView {
  const { before = null, after = null, ...details } = row.details
  return {
    seq: Number(row.seq),
    happenedAt: row.happened_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name, email: row.actor_email },
    action: row.action,
    subject: row.target === null ? null : { id: row.target, name: row.target_name, email: row.target_email },
    before,
    after,
    details,
    hash: row.hash,
  }
}
