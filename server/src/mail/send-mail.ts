import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../postgres/database.ts'
import type { Deliver } from './delivery.ts'
import { drawLetter, type Frame, type MailedSecret } from './draw-letter.ts'
import { type ClaimedMail, claimMail, markFailed, markSent } from './outgoing-mail.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

// More than three times the longest attempt: another process claims a mail only when the first one has ended.
const claimMilliseconds = minute
const firstWait = 30 * second
const longestWait = 4 * hour
// Longer than a mail server that fails over a long weekend.
const retryMillisecondsMax = 4 * 24 * hour
const atOnceMax = 10
// A mail without an attempt for a day was written while mail was off, or the bank: its news is old.
const untriedMillisecondsMax = 24 * hour
// 15 seconds in total: PostgreSQL is back after a crash by then, and no other process claims the mail yet.
const markTriesMax = 6
const markWait = second

/** What `sendMail` needs. */
export type MailSender = {
  readonly db: Database
  readonly deliver: Deliver
  /** What is filled in when a mail is sent; undefined for a mail without it. */
  readonly secretOf: (
    mail: Pick<ClaimedMail, 'passwordResetId' | 'emailChangeId'>,
  ) => Promise<MailedSecret | undefined>
  /** What a mail to this recipient has around its letter. */
  readonly frameFor: (recipient: string) => Frame
  /** Logs mails that are given up, without their content. */
  readonly warn: (fields: Readonly<Record<string, string | number>>, message: string) => void
  /** For the retries' jitter, from 0 to 1. */
  readonly random?: () => number
}

/**
 * Sends a batch of the mail that is due, and returns its size. A mail that is not accepted is retried with exponential backoff,
 * and given up after four days or when it expires. It is marked as sent only after it was accepted: when the program dies
 * between the two, it is sent again, under the same id.
 */
export async function sendMail(sender: MailSender, now: Date): Promise<number> {
  const freeAt = new Date(now.getTime() + claimMilliseconds)
  const claimed = await claimMail(sender.db, { now, freeAt, countMax: atOnceMax })
  const outcomes = await Promise.allSettled(claimed.map((mail) => sendOne(sender, mail, now)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length
}

async function sendOne(sender: MailSender, mail: ClaimedMail, now: Date): Promise<void> {
  const expiresAt = mail.expiresAt?.getTime() ?? mail.createdAt.getTime() + retryMillisecondsMax
  if (now.getTime() >= expiresAt) {
    return giveUp(sender, mail, mail.lastFault ?? 'It was too old to be sent.', now)
  }

  if (mail.attempts === 1 && now.getTime() - mail.createdAt.getTime() > untriedMillisecondsMax) {
    return giveUp(sender, mail, 'It waited for more than a day while mail was off.', now)
  }

  const secret = await sender.secretOf(mail)
  const { id, recipient, subject } = mail
  const drawn = drawLetter(mail, sender.frameFor(recipient), secret)
  const failure = await sender.deliver({ id, recipient, subject, ...drawn })
  if (!failure) return markSentSurely(sender.db, id, now)

  const fault = oneLine(secret === undefined ? failure.error : withoutSecret(failure.error, secret))
  if (failure.isFinal) return giveUp(sender, mail, fault, now)
  const nextTryAt = new Date(now.getTime() + waitAfter(mail.attempts, sender.random ?? Math.random))
  await markFailed(sender.db, mail, { fault, nextTryAt, now })
}

/** Marks an accepted mail as sent, with retries for as long as no other process can claim it. */
async function markSentSurely(db: Database, id: string, now: Date): Promise<void> {
  for (let tries = 1; tries < markTriesMax; tries++) {
    const isMarked = await markSent(db, id, now).then(
      () => true,
      () => false,
    )
    if (isMarked) return
    await wait(tries * markWait)
  }
  await markSent(db, id, now)
}

async function giveUp(sender: MailSender, mail: ClaimedMail, fault: string, now: Date): Promise<void> {
  await markFailed(sender.db, mail, { fault, nextTryAt: null, now })
  sender.warn({ mailId: mail.id, attempts: mail.attempts }, 'a mail could not be sent and is given up')
}

/** The wait doubles after each attempt, with jitter, so that mails that failed together are not retried together. */
export function waitAfter(attempts: number, random: () => number): number {
  const usual = Math.min(firstWait * 2 ** Math.min(attempts - 1, 20), longestWait)
  return Math.round(usual * (0.75 + random() / 2))
}

/** Some servers echo the mail in their errors. */
function withoutSecret(text: string, secret: MailedSecret): string {
  if ('code' in secret) return text.replaceAll(secret.code, '…')
  const { link } = secret
  return text.replaceAll(link, '…').replaceAll(link.split('#')[1] ?? link, '…')
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)
}
