import type { Connection } from '../postgres/database.ts'

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
