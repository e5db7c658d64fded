import { clearOldSecurityEvents } from '../audit/security-event.ts'
import { deleteOldEmailChanges } from '../email-changes/email-change.ts'
import { deleteOldToldBalances } from '../gateway/balances/told-balance.ts'
import { deleteOldRegistrations } from '../gateway/registrations/pending-registration.ts'
import { deleteOldMail } from '../mail/outgoing-mail.ts'
import { deleteOldResets } from '../password-resets/password-reset.ts'
import type { Connection } from '../postgres/database.ts'
import type { Job } from './job.ts'

/** A job for each deletion of rows that were kept long enough: if one of them fails, the others go on. */
export const deletionJobs: readonly Job[] = [
  deletion('delete-old-security-events', clearOldSecurityEvents),
  deletion('delete-old-registrations', deleteOldRegistrations),
  deletion('delete-old-told-balances', deleteOldToldBalances),
  // Mail first: a link is deleted when no mail refers to it any more.
  deletion(
    'delete-old-mail',
    async (db, now) =>
      (await deleteOldMail(db, now)) +
      (await deleteOldResets(db, now)) +
      (await deleteOldEmailChanges(db, now)),
  ),
]

function deletion(name: string, deleteRows: (db: Connection, now: Date) => Promise<number>): Job {
  return {
    name,
    pauseSeconds: 60,
    waitsAfterRestore: false,
    open:
      ({ bank: { db } }) =>
      (now) =>
        deleteRows(db, now),
  }
}
