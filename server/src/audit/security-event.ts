import type { Connection } from '../postgres/database.ts'

/** Something that was refused for the bank's safety, or a count of such. Holds no secret, no e-mail and no whole address. */
export type SecurityEvent = {
  /** The code of the refusal; `other` for the rest of a minute in which too much was refused. */
  readonly kind: string
  /** Who was signed in, or whose secret was tried; null where that is not known. */
  readonly userId: string | null
  /** The /24 or /64 it came from. */
  readonly network: string
  /** The path as the contract writes it; null where there is none. */
  readonly route: string | null
  readonly traceId: string | null
  /** 0 for an event; else how many more of this kind and network were left out in the same minute. */
  readonly leftOut: number
  readonly at: Date
}

const keptDays = 90

export async function insertSecurityEvents(db: Connection, events: readonly SecurityEvent[]): Promise<void> {
  await db.query({
    name: 'insert-security-events',
    text: `
      insert into security_events (happened_at, kind, user_id, network, route, trace_id, left_out)
      select * from unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[])`,
    values: [
      events.map(({ at }) => at),
      events.map(({ kind }) => kind),
      events.map(({ userId }) => userId),
      events.map(({ network }) => network),
      events.map(({ route }) => route),
      events.map(({ traceId }) => traceId),
      events.map(({ leftOut }) => leftOut),
    ],
  })
}

// All of a long absence at once would keep others waiting.
const atOnceMax = 500

/** Deletes events older than 90 days and says how many. The database itself refuses to delete younger ones. */
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
