import { setTimeout as wait } from 'node:timers/promises'
import { followAuditLog } from './audit/follow-audit-log.ts'
import { clearOldSecurityEvents } from './audit/security-event.ts'
import { writeSecurityEvents } from './audit/write-security-events.ts'
import type { Bank } from './bank.ts'
import { deleteOldEmailChanges, readEmailToken } from './email-changes/email-change.ts'
import { followEmailChanges } from './email-changes/follow-email-changes.ts'
import { errorFields, isLogged } from './http/ops/log.ts'
import { resealAuthenticators } from './keys/reseal-authenticators.ts'
import type { Deliver } from './mail/delivery.ts'
import { openDelivery } from './mail/open-delivery.ts'
import { deleteOldMail } from './mail/outgoing-mail.ts'
import { type MailRoom, sendMail } from './mail/send-mail.ts'
import { tellOfMovements } from './mail-notices/notify-movements.ts'
import { tellOfStatusChanges } from './mail-notices/notify-status-changes.ts'
import { deleteOldResets, readResetToken } from './password-resets/password-reset.ts'
import { queueResetLinks } from './password-resets/queue-reset-links.ts'
import { clearEndedSessions } from './sessions/clear-ended-sessions.ts'

/** What the bank does without being asked: each job says how much it has done. */
type Job = (now: Date) => Promise<number>

type Say = (line: string) => void
type Write = (facts: Readonly<Record<string, unknown>>, sentence: string) => void
type Log = { readonly warn: Write; readonly info: Write }

// Soon enough for somebody who waits for a mail, and next to nothing for the database.
const pauseMilliseconds = 1_000
const closeMillisecondsMax = 4_000

/**
 * Does the bank's own work beside its answers, in any number of processes at once, until it is closed; what is under way then
 * is finished. `address` is where people reach the bank, for the links in mails. `say` tells
 * whoever has started a bank for trying it out of such a link, where no mail leaves it.
 */
export function startJobs(bank: Bank, { address, log, say }: { address: string; log: Log; say: Say }) {
  const jobs = jobsOf(bank, address, log, say)
  const end = new AbortController()
  const working = Promise.all(jobs.map((job) => keepDoing(job, bank, log, end.signal)))
  return {
    close: async () => {
      end.abort()
      // A mail server may be slower than the end of the program may be: then that mail is sent again after the next start.
      await Promise.race([working, wait(closeMillisecondsMax, undefined, { ref: false })])
      await writeSecurityEvents(bank, log, new Date(bank.clock())).catch(() => {})
    },
  }
}

function jobsOf(bank: Bank, address: string, log: Log, say: Say): Job[] {
  const { db, config, keys } = bank
  const deliver = openDelivery(config.mail, config.bankName)
  const { resetLink, emailLink } = linksOf(bank, address)
  const linkOf = async ({ passwordResetId, emailChangeId }: LinkedMail) => {
    if (passwordResetId !== null) return resetLink(passwordResetId)
    return emailChangeId === null ? undefined : emailLink(emailChangeId)
  }
  const room = deliver && { db, deliver: saidOnce(deliver, log), linkOf, warn: log.warn.bind(log) }
  let after = 0n
  const jobs: Job[] = [
    (now) => writeSecurityEvents(bank, log, now),
    (now) => clearOldSecurityEvents(db, now),
    async (now) => {
      const { handled, queued } = await queueResetLinks(bank, now)
      if (config.demo && !deliver) {
        for (const { id, email } of queued) say(`A new password for ${email}: ${await resetLink(id)}`)
      }
      return handled
    },
    (now) => clearEndedSessions(db, config, now),
    // Mail first: a link goes when no mail names it any more.
    async (now) =>
      (await deleteOldMail(db, now)) +
      (await deleteOldResets(db, now)) +
      (await deleteOldEmailChanges(db, now)),
    (now) => tellOfStatusChanges(bank, now),
    async (now) => {
      const { told, next } = await tellOfMovements(bank, now, after)
      after = next
      return told
    },
  ]
  if (keys.previousId !== undefined) jobs.push(everyMinute(() => resealAuthenticators(bank)))
  if (config.demo && !deliver) {
    jobs.push(
      followEmailChanges(db, async ({ id, email }) => say(`Confirm ${email}: ${await emailLink(id)}`)),
    )
  }
  if (room) jobs.push((now) => sendMail(room, now))
  // Nobody would read the lines at a higher level.
  if (isLogged('info', config.logLevel)) jobs.push(followAuditLog(db, log))
  return jobs
}

type LinkedMail = Parameters<MailRoom['linkOf']>[0]

/** The links that stand in mails, by the id of what they open. */
function linksOf({ db, keys }: Bank, address: string) {
  return {
    resetLink: async (id: string) =>
      `${address}/reset-password#${await readResetToken(db, keys.passwordResetKey, id)}`,
    emailLink: async (id: string) =>
      `${address}/confirm-email#${await readEmailToken(db, keys.emailChangeKey, id)}`,
  }
}

/** A job that reads a whole table: once it has found nothing to do, it looks again a minute later. */
function everyMinute(job: Job): Job {
  let nextAt = 0
  return async (now) => {
    if (now.getTime() < nextAt) return 0
    const done = await job(now)
    if (done === 0) nextAt = now.getTime() + 60_000
    return done
  }
}

/** A mail server that is away is worth one line, not one for each mail. */
function saidOnce(deliver: Deliver, log: Log): Deliver {
  let isWell = true
  return async (letter) => {
    const failure = await deliver(letter)
    const isAway = failure !== undefined && !failure.isFinal
    if (isAway && isWell) {
      log.warn(
        { mailId: letter.id },
        'mail is not taken just now: it is tried again, and the outbox says why',
      )
    }
    isWell = !isAway
    return failure
  }
}

/** One round after the other: at once while there is work, else after a pause. A fault ends a round, never the job. */
async function keepDoing(job: Job, { clock }: Bank, log: Log, end: AbortSignal): Promise<void> {
  let isWell = true
  while (!end.aborted) {
    const done = await job(new Date(clock())).then(
      (count) => {
        isWell = true
        return count
      },
      (error: unknown) => {
        // While the database is away each round fails: that is said once.
        if (isWell) log.warn(errorFields(error), 'work beside the answers has failed and is tried again')
        isWell = false
        return 0
      },
    )
    if (done === 0) await wait(pauseMilliseconds, undefined, { signal: end }).catch(() => {})
  }
}
