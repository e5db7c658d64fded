import { messageOf, type RefusalCode, refusals } from '@bank/contract/errors'
import type { Connection } from '../postgres/database.ts'
import { startValues } from '../postgres/query-values.ts'
import { userIdOf } from './audit-log.ts'

/** A refusal for security reasons, or a count of such refusals. Contains no secret, no e-mail and no full IP address. */
export type SecurityEvent = {
  /** The code of the refusal; `other` for what was only counted in a minute with too many. */
  readonly kind: string
  /** The signed-in user, or the owner of the secret that was tried; null when unknown. */
  readonly userId: string | null
  /** The caller's network: /24 or /64. */
  readonly network: string
  /** The path as in the contract; null for a path outside it. */
  readonly route: string | null
  readonly traceId: string | null
  /** 0 for an event; otherwise the number of further events of this kind and network in the same minute. */
  readonly leftOut: number
  readonly at: Date
}

/** A security event as staff see it. */
type StoredEvent = SecurityEvent & {
  readonly id: bigint
  readonly user: { readonly id: string; readonly name: string; readonly email: string } | null
}

/** Up to `limit` events, newest first, after the one with the id `after`. */
export async function findSecurityEvents(
  db: Connection,
  {
    kind,
    user,
    after,
    limit,
  }: { kind: string | undefined; user: string | undefined; after: bigint | undefined; limit: number },
): Promise<StoredEvent[]> {
  const { values, value } = startValues()
  const conditions = [
    after !== undefined && `id < ${value(after)}`,
    kind !== undefined && `kind = ${value(kind)}`,
    user !== undefined && `user_id = ${userIdOf(value(user))}::uuid`,
  ].filter(Boolean)
  const { rows } = await db.query<StoredEvent>(
    `select e.id, e.happened_at as at, e.kind, e.user_id as "userId", e.network, e.route, e.trace_id as "traceId",
            e.left_out as "leftOut",
            case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end as user
       from (select * from security_events
              ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
              order by id desc
              limit ${value(limit)}) e
       left join users u on u.id = e.user_id
      order by e.id desc`,
    values,
  )
  return rows
}

/** The kinds that occur, without reading every event. */
export async function readSecurityKinds(db: Connection): Promise<string[]> {
  const { rows } = await db.query<{ kind: string }>(
    `with recursive found (kind) as (
       (select min(kind) from security_events)
       union all
       select (select min(e.kind) from security_events e where e.kind > f.kind)
         from found f
        where f.kind is not null)
     select kind from found where kind is not null`,
  )
  return rows.map(({ kind }) => kind)
}

/** What an event is, in words: the sentence that the caller got. */
export function textOfKind(kind: string): string {
  if (Object.hasOwn(refusals, kind)) return messageOf(kind as RefusalCode, { minutes: 'some' })
  const words = otherTexts[kind] ?? kind.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const otherTexts: Readonly<Record<string, string>> = {
  pipeline: 'Requests were sent without waiting for answers',
  queue_full: 'Too many requests without a session waited',
  too_many_connections: 'Too many connections from one network',
  too_many_frames: 'Too many messages on a live connection',
  other: 'Further ones in a busy minute, of all kinds',
}

/** The number of wrong PINs and passcodes since a moment. */
export async function countWrongSecrets(db: Connection, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(greatest(left_out, 1)), 0)::integer as count
       from security_events
      where happened_at > $1 and kind in ('pin_incorrect', 'current_pin_incorrect', 'passcode_incorrect')`,
    [since],
  )
  return rows[0]!.count
}

const keptDays = 90

export async function insertSecurityEvents(db: Connection, events: readonly SecurityEvent[]): Promise<void> {
  await db.query({
    name: 'insert-security-events',
    text: `
      insert into security_events (happened_at, kind, user_id, network, route, trace_id, left_out)
      select * from jsonb_to_recordset($1) as event
        (at timestamptz, kind text, "userId" uuid, network text, route text, "traceId" text, "leftOut" integer)`,
    values: [JSON.stringify(events)],
  })
}

// A limited number at once, so that a long backlog does not block other work.
const atOnceMax = 500

/** Deletes events older than 90 days and returns how many. The database refuses to delete younger ones. */
export async function clearOldSecurityEvents(db: Connection, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'clear-old-security-events',
    text: `
      delete from security_events
       where id = any (array(
         select id from security_events
          where happened_at < least($1::timestamptz, now()) - interval '${keptDays} days'
          order by happened_at
          limit ${atOnceMax}))`,
    values: [now],
  })
  return rowCount ?? 0
}
