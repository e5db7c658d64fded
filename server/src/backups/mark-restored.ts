import { endWaitingApprovals } from '../admin/approvals/approval.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import { endAllEmailChanges } from '../email-changes/email-change.ts'
import { endAllPendingSessions } from '../gateway/registrations/pending-registration.ts'
import { giveUpWaitingMail } from '../mail/outgoing-mail.ts'
import { endAllResets } from '../password-resets/password-reset.ts'
import type { Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { endAllSessions } from '../sessions/session.ts'
import { endAllChallenges } from '../sessions/sign-in-challenge.ts'
import { refuseEarlierCodes } from '../two-factor/authenticator.ts'
import { markForForensics } from './forensics.ts'
import { pauseJobs } from './paused-jobs.ts'

/**
 * Prepares a restored database for its first start, in one transaction. What was used or ended after the restored moment looks
 * unused again, so all of it ends: sessions, sign-ins that wait for a code, links, codes of authenticators, approvals that wait. Mail that waits may
 * have been sent, so it is given up. Jobs are paused until an operator resumes them; a bank for forensics is read-only for good. The
 * audit log records the restore.
 */
export async function markRestored(
  db: Database,
  { moment, forForensics, now }: { moment: string | null; forForensics: boolean; now: Date },
): Promise<void> {
  await inTransaction(db, async (connection) => {
    await endAllSessions(connection)
    await endAllPendingSessions(connection)
    await endAllChallenges(connection)
    await endAllResets(connection, now)
    await endAllEmailChanges(connection, now)
    const approvalsEnded = await endWaitingApprovals(connection, now)
    await refuseEarlierCodes(connection, now)
    const mailsGivenUp = await giveUpWaitingMail(connection, { fault: mailFault, now })
    await pauseJobs(connection, now)
    if (forForensics) await markForForensics(connection, now)
    const details = { moment, mailsGivenUp, approvalsEnded, ...(forForensics && { forForensics }) }
    await recordAudit(connection, { actorId: null, action: 'restored', target: null, details, now })
  })
}

const mailFault = 'The bank was restored from a backup: this email may have been sent before.'
