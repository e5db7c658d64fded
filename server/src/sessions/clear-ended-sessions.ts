import type { Config } from '../config/config.ts'
import type { Job } from '../jobs/job.ts'
import type { Connection } from '../postgres/database.ts'
import { deleteOldRows } from '../postgres/delete-old-rows.ts'

/** Deletes sessions that were idle too long. Returns how many. */
export async function clearEndedSessions(
  db: Connection,
  { sessionMinutesIdle }: Pick<Config, 'sessionMinutesIdle'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - sessionMinutesIdle * 60_000)
  return deleteOldRows(db, { table: 'sessions', key: 'token_hash', column: 'last_seen_at', before })
}

export const clearEndedSessionsJob: Job = {
  name: 'clear-ended-sessions',
  pauseSeconds: 1,
  waitsAfterRestore: false,
  open:
    ({ bank: { db, config } }) =>
    (now) =>
      clearEndedSessions(db, config, now),
}
