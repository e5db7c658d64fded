import type { Database } from '../postgres/database.ts'
import { findPendingEmailsAfter, type PendingEmail } from './email-change.ts'

/**
 * Returns a job that calls `show` once for each pending e-mail, including those from before the start: a demo that sends no mail
 * prints the links in the terminal.
 */
export function followEmailChanges(
  db: Database,
  show: (pending: PendingEmail) => Promise<void>,
): (now: Date) => Promise<number> {
  let seen: string | undefined
  return async (now) => {
    const found = await findPendingEmailsAfter(db, seen, now)
    for (const pending of found) {
      await show(pending)
      seen = pending.id
    }
    return found.length
  }
}
