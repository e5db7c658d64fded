import type { Config } from '../config/config.ts'
import type { Connection } from '../postgres/database.ts'

// More per second than a bank opens; deleting the backlog of a long downtime at once would block other work.
const batchMax = 500

/** Deletes sessions that were idle too long. Returns how many. */
export async function clearEndedSessions(
  db: Connection,
  { sessionMinutesIdle }: Pick<Config, 'sessionMinutesIdle'>,
  now: Date,
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'clear-ended-sessions',
    text: `
      delete from sessions
       where token_hash = any (array(
         select token_hash from sessions
          where last_seen_at < $1
          order by last_seen_at
          limit ${batchMax}
            for update skip locked))`,
    values: [new Date(now.getTime() - sessionMinutesIdle * 60_000)],
  })
  return rowCount ?? 0
}
