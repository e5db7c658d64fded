import type { Bank } from '../bank.ts'
import type { Job } from '../jobs/job.ts'
import { insertSecurityEvents } from './security-event.ts'

type Log = { readonly info: (fields: Readonly<Record<string, unknown>>, message: string) => void }

/**
 * Writes the security events since the last call to the table and as log lines, for a collector on another machine. Returns
 * how many.
 */
export async function writeSecurityEvents(
  { db, securityWatch }: Pick<Bank, 'db' | 'securityWatch'>,
  log: Log,
  now: Date,
): Promise<number> {
  const events = securityWatch.take(now.getTime())
  if (events.length === 0) return 0
  try {
    await insertSecurityEvents(db, events)
  } catch (error) {
    securityWatch.putBack(events)
    throw error
  }
  for (const { at, ...event } of events) log.info({ ...event, at: at.toISOString() }, 'security event')
  return events.length
}

export const writeSecurityEventsJob: Job = {
  name: 'write-security-events',
  pauseSeconds: 1,
  waitsAfterRestore: false,
  open:
    ({ bank, log }) =>
    (now) =>
      writeSecurityEvents(bank, log, now),
}
