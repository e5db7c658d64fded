import type { Config } from '../config/config.ts'
import type { Connection } from '../postgres/database.ts'

// Some hundred each second are more than a bank opens; all of a long absence at once would keep others waiting.
const atOnceMax = 500

/** Deletes sessions that have ended for want of a heartbeat, and says how many. */
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
          limit ${atOnceMax}
            for update skip locked))`,
    values: [new Date(now.getTime() - sessionMinutesIdle * 60_000)],
  })
  return rowCount ?? 0
}
