import { setTimeout as wait } from 'node:timers/promises'
import { deleteOldToldBalances } from './admin/transactions/told-balance.ts'
import { followAuditLog } from './audit/follow-audit-log.ts'
import { clearOldSecurityEvents } from './audit/security-event.ts'
import { writeSecurityEvents } from './audit/write-security-events.ts'
import { areJobsPaused } from './backups/paused-jobs.ts'
import type { Bank } from './bank.ts'
import { deleteOldEmailChanges, readEmailToken } from './email-changes/email-change.ts'
import { followEmailChanges } from './email-changes/follow-email-changes.ts'
import { errorFields, isLogged } from './http/ops/log.ts'
import { resealAuthenticators } from './keys/reseal-authenticators.ts'
import { contactLine } from './mail/contact-line.ts'
import type { Deliver } from './mail/delivery.ts'
import { openDelivery } from './mail/open-delivery.ts'
import { deleteOldMail } from './mail/outgoing-mail.ts'
import { type MailSender, sendMail } from './mail/send-mail.ts'
import { notifyMovements } from './mail-notices/notify-movements.ts'
import { notifyStatusChanges } from './mail-notices/notify-status-changes.ts'
import { deleteOldResets, readResetToken } from './password-resets/password-reset.ts'
import { queueResetLinks } from './password-resets/queue-reset-links.ts'
import { roundUp } from './pots/round-up.ts'
import { deleteOldRegistrations } from './registration/pending-registration.ts'
import { clearEndedSessions } from './sessions/clear-ended-sessions.ts'

/** One round of a job. Returns how much it has done. */
type Job = (now: Date) => Promise<number>

type Print = (line: string) => void
type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void
type Log = { readonly warn: Write; readonly info: Write }

// Short enough for a customer who waits for a mail, and almost no load for the database.
const pauseMilliseconds = 1_000
const closeMillisecondsMax = 4_000

/**
 * Runs the bank's background jobs until they are closed, in any number of processes. Rounds under way are finished. `address` is
 * the bank's public address, for the links in mails. `print` shows these links to the operator of a demo without mail.
 */
export function startJobs(bank: Bank, { address, log, print }: { address: string; log: Log; print: Print }) {
  const jobs = jobsOf(bank, address, log, print)
  const closing = new AbortController()
  const running = Promise.all(jobs.map((job) => repeat(job, bank, log, closing.signal)))
  return {
    close: async () => {
      closing.abort()
      // A slow mail server does not delay the end: its mail is sent again after the next start.
      await Promise.race([running, wait(closeMillisecondsMax, undefined, { ref: false })])
      await writeSecurityEvents(bank, log, new Date(bank.clock())).catch(() => {})
    },
  }
}

function jobsOf(bank: Bank, address: string, log: Log, print: Print): Job[] {
  const { db, config, keys } = bank
  const deliver = openDelivery(config.mail, config.bankName)
  const { resetLink, emailLink } = linksOf(bank, address)
  const linkOf = async ({ passwordResetId, emailChangeId }: LinkedMail) => {
    if (passwordResetId !== null) return resetLink(passwordResetId)
    return emailChangeId === null ? undefined : emailLink(emailChangeId)
  }
  const contact = contactLine(address, config.supportEmail)
  const sender = deliver && {
    db,
    deliver: warnOnce(deliver, log),
    linkOf,
    contactFor: (recipient: string) => (recipient === config.supportEmail ? undefined : contact),
    warn: log.warn.bind(log),
  }
  let after = 0n
  const whenResumed = resumedOnly(db)
  const jobs: Job[] = [
    (now) => writeSecurityEvents(bank, log, now),
    (now) => clearOldSecurityEvents(db, now),
    whenResumed(async (now) => {
      const { handled, queued } = await queueResetLinks(bank, now)
      if (config.demo && !deliver) {
        for (const { id, email } of queued) print(`A new password for ${email}: ${await resetLink(id)}`)
      }
      return handled
    }),
    (now) => clearEndedSessions(db, config, now),
    (now) => deleteOldRegistrations(db, now),
    // Mail first: a link is deleted when no mail refers to it any more.
    async (now) =>
      (await deleteOldMail(db, now)) +
      (await deleteOldResets(db, now)) +
      (await deleteOldEmailChanges(db, now)),
    (now) => deleteOldToldBalances(db, now),
    whenResumed(() => roundUp(bank)),
    whenResumed((now) => notifyStatusChanges(bank, now)),
    whenResumed(async (now) => {
      const { count, next } = await notifyMovements(bank, now, after)
      after = next
      return count
    }),
  ]
  if (keys.previousId !== undefined) jobs.push(everyMinute(() => resealAuthenticators(bank)))
  if (config.demo && !deliver) {
    jobs.push(
      followEmailChanges(db, async ({ id, email }) => print(`Confirm ${email}: ${await emailLink(id)}`)),
    )
  }
  if (sender) jobs.push(whenResumed((now) => sendMail(sender, now)))
  // At a higher level the lines would not be written.
  if (isLogged('info', config.logLevel)) jobs.push(followAuditLog(db, log))
  return jobs
}

/** For jobs that send something or move money: after a restore they do nothing until an operator resumes them. */
function resumedOnly(db: Bank['db']): (job: Job) => Job {
  let isResumed = false
  return (job) => async (now) => {
    isResumed ||= !(await areJobsPaused(db))
    return isResumed ? job(now) : 0
  }
}

type LinkedMail = Parameters<MailSender['linkOf']>[0]

/** The links in mails, by the id of the password reset or e-mail change. */
function linksOf({ db, keys }: Bank, address: string) {
  return {
    resetLink: async (id: string) =>
      `${address}/reset-password#${await readResetToken(db, keys.passwordResetKey, id)}`,
    emailLink: async (id: string) =>
      `${address}/confirm-email#${await readEmailToken(db, keys.emailChangeKey, id)}`,
  }
}

/** For a job that reads a whole table: after a round without work, the next one runs a minute later. */
function everyMinute(job: Job): Job {
  let nextAt = 0
  return async (now) => {
    if (now.getTime() < nextAt) return 0
    const count = await job(now)
    if (count === 0) nextAt = now.getTime() + 60_000
    return count
  }
}

/** Logs an unreachable mail server once, not for each mail. */
function warnOnce(deliver: Deliver, log: Log): Deliver {
  let isReachable = true
  return async (letter) => {
    const failure = await deliver(letter)
    const isUnreachable = failure !== undefined && !failure.isFinal
    if (isUnreachable && isReachable) {
      log.warn({ mailId: letter.id }, 'mail cannot be delivered and is retried; the outbox shows the error')
    }
    isReachable = !isUnreachable
    return failure
  }
}

/** Repeats a job: at once while there is work, otherwise after a pause. An error ends a round, not the job. */
async function repeat(job: Job, { clock, failures }: Bank, log: Log, closing: AbortSignal): Promise<void> {
  let hasSucceeded = true
  while (!closing.aborted) {
    const count = await job(new Date(clock())).then(
      (done) => {
        hasSucceeded = true
        return done
      },
      (error: unknown) => {
        failures.failedRounds.inc()
        // While the database cannot be reached every round fails: only the first failure is logged.
        if (hasSucceeded) log.warn(errorFields(error), 'a background job failed and is retried')
        hasSucceeded = false
        return 0
      },
    )
    if (count === 0) await wait(pauseMilliseconds, undefined, { signal: closing }).catch(() => {})
  }
}
