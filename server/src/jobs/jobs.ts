import { endRolesJob } from '../admin/administrators/end-roles.ts'
import { liftDueHoldsJob } from '../admin/holds/lift-due-holds.ts'
import { followAuditLogJob } from '../audit/follow-audit-log.ts'
import { writeSecurityEventsJob } from '../audit/write-security-events.ts'
import { followEmailChangesJob } from '../email-changes/follow-email-changes.ts'
import { resealAuthenticatorsJob } from '../keys/reseal-authenticators.ts'
import { notifyMovementsJob } from '../mail-notices/notify-movements.ts'
import { notifyStatusChangesJob } from '../mail-notices/notify-status-changes.ts'
import { alertStaffJob } from '../operator-mails/alert-staff.ts'
import { tellOperatorJob } from '../operator-mails/tell-operator.ts'
import { queueResetLinksJob } from '../password-resets/queue-reset-links.ts'
import { roundUpJob } from '../pots/round-up.ts'
import { carryOutSchedulesJob } from '../schedules/carry-out-schedules.ts'
import { clearEndedSessionsJob } from '../sessions/clear-ended-sessions.ts'
import { listBookingsJob } from '../transaction-list/list-bookings.ts'
import { releaseTransfersJob } from '../transfers/release-transfers.ts'
import { checkBooksJob } from './check-books.ts'
import { checkRequestedBooksJob } from './check-requested-books.ts'
import { deleteOldEmailChangesJob } from './delete-old-email-changes.ts'
import { deleteOldMailJob } from './delete-old-mail.ts'
import { deleteOldRegistrationsJob } from './delete-old-registrations.ts'
import { deleteOldResetsJob } from './delete-old-resets.ts'
import { deleteOldSecurityEventsJob } from './delete-old-security-events.ts'
import { deleteOldToldBalancesJob } from './delete-old-told-balances.ts'
import type { Job } from './job.ts'
import { reloadCertificateJob } from './reload-certificate.ts'
import { reportJobsJob } from './report-jobs.ts'
import { sendMailJob } from './send-mail.ts'

/** The bank's background jobs. Each is declared beside its work. */
export const jobs: readonly Job[] = [
  writeSecurityEventsJob,
  queueResetLinksJob,
  listBookingsJob,
  notifyStatusChangesJob,
  notifyMovementsJob,
  sendMailJob,
  tellOperatorJob,
  alertStaffJob,
  releaseTransfersJob,
  carryOutSchedulesJob,
  roundUpJob,
  liftDueHoldsJob,
  endRolesJob,
  checkBooksJob,
  checkRequestedBooksJob,
  reloadCertificateJob,
  resealAuthenticatorsJob,
  followAuditLogJob,
  followEmailChangesJob,
  clearEndedSessionsJob,
  deleteOldSecurityEventsJob,
  deleteOldRegistrationsJob,
  deleteOldToldBalancesJob,
  deleteOldMailJob,
  deleteOldResetsJob,
  deleteOldEmailChangesJob,
  reportJobsJob,
]
