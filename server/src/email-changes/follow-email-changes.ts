import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { Database } from '../postgres/database.ts'
import { findPendingEmailsAfter, type PendingEmail } from './email-change.ts'

/**
 * Returns a job that passes each pending email on once, from the moment it is first called: a demo that sends no mail shows
 * its links in the terminal.
 */
export function followEmailChanges(
  db: Database,
  show: (pending: PendingEmail) => Promise<void>,
): (now: Date) => Promise<number> {
  let seen: string | undefined
  return async (now) => {
    seen ??= timeOrderedId(now)
    const found = await findPendingEmailsAfter(db, seen, now)
    for (const pending of found) {
      await show(pending)
      seen = pending.id
    }
    return found.length
  }
}
