import type { Bank } from '../bank.ts'
import { insertSecurityEvents } from './security-event.ts'

type Log = { readonly info: (facts: Readonly<Record<string, unknown>>, sentence: string) => void }

/**
 * Writes the security events collected since the last call, to the table and as lines of the log, where a collector on
 * another machine can take them up. Says how many.
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
