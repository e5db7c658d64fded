import type { Bank } from '../bank.ts'
import { type Job, withBank } from '../jobs/job.ts'
import { deleteOldRows } from '../postgres/delete-old-rows.ts'

/** Deletes sessions that were idle too long. Returns how many. */
export async function clearEndedSessions(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - config.sessionMinutesIdle * 60_000)
  return deleteOldRows(db, { table: 'sessions', key: 'token_hash', column: 'last_seen_at', before })
}

export const clearEndedSessionsJob: Job = {
  name: 'clear-ended-sessions',
  pauseSeconds: 1,
  waitsAfterRestore: false,
  open: withBank(clearEndedSessions),
}
